// Work under way to a bar with its seconds and a way out; short work shows nothing.

const DELAY_MS = 450;

export class Progress {
  constructor(box, text, cancel) {
    this.box = box;
    this.text = text;
    this.timers = [];
    this.onCancel = () => {};
    cancel.addEventListener("click", () => this.onCancel());
  }

  start(what, onCancel) {
    this.stop();
    this.onCancel = onCancel;
    const began = performance.now();
    const show = () => {
      const seconds = Math.floor((performance.now() - began) / 1000);
      this.text.textContent = seconds ? `${what}, ${seconds} s` : what;
      this.box.hidden = false;
    };
    this.timers = [setTimeout(show, DELAY_MS), setInterval(show, 1000)];
  }

  stop() {
    const [delay, ticking] = this.timers;
    clearTimeout(delay);
    clearInterval(ticking);
    this.box.hidden = true;
  }
}
