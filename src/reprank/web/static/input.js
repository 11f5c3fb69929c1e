// What people paste, drop, choose and type to texts and files.

const PASTED_CHARACTERS = 80; // a paste of at least this length is a document, not a correction
const ADDRESS = /^\s*(https?:\/\/|www\.)\S+\s*$/i;

/** Say what is wrong with a text before it is shown; null if nothing is. */
export function refusal(text, maxBytes) {
  if (!text.trim()) return "Paste or type a text first.";
  if (ADDRESS.test(text)) {
    return "That is an address. Pages are not fetched: open it, save the page (Ctrl+S) and drop the file here, or paste its text.";
  }
  if (text.length > maxBytes) return tooLarge("The text", text.length, maxBytes);
  return null;
}

/** Say what is wrong with a file before it is sent; null if nothing is. */
export function fileRefusal(file, maxBytes) {
  if (file.size === 0) return `${file.name} is empty.`;
  return file.size > maxBytes ? tooLarge(file.name, file.size, maxBytes) : null;
}

function tooLarge(name, size, most) {
  const megabytes = (bytes) => `${(bytes / 1e6).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;
  return `${name} is ${megabytes(size)}, but the service accepts at most ${megabytes(most)}: split it.`;
}

/** Call `addText` and `addFiles` with whatever is given to the page. */
export function wireInput({ addText, addFiles }) {
  const $ = (id) => document.getElementById(id);
  const text = $("text");
  const grow = () => {
    text.style.height = "auto";
    text.style.height = `${Math.min(text.scrollHeight + 2, 220)}px`;
    $("composer").classList.toggle("writing", text.value !== "");
  };
  text.addEventListener("input", grow);
  $("composer").addEventListener("submit", (event) => {
    event.preventDefault();
    addText(text.value);
    grow();
  });
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      addText(text.value);
      grow();
    }
  });
  document.addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files || [])];
    if (files.length) {
      event.preventDefault();
      addFiles(files);
      return;
    }
    const pasted = event.clipboardData?.getData("text/plain") || "";
    const elsewhere = !event.target.closest?.("input, textarea");
    const whole = pasted.length >= PASTED_CHARACTERS || ADDRESS.test(pasted);
    if (whole && (elsewhere || (event.target === text && !text.value))) {
      event.preventDefault();
      addText(pasted);
    }
  });
  $("choose").addEventListener("click", () => $("files").click());
  $("files").addEventListener("change", () => {
    const files = [...$("files").files];
    $("files").value = "";
    if (files.length) addFiles(files);
  });

  let dragged = 0;
  document.addEventListener("dragenter", (event) => {
    event.preventDefault();
    dragged += 1;
    $("drop").hidden = false;
  });
  document.addEventListener("dragleave", () => {
    dragged -= 1;
    $("drop").hidden = dragged <= 0;
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    dragged = 0;
    $("drop").hidden = true;
    const files = [...event.dataTransfer.files];
    if (files.length) addFiles(files);
    else addText(event.dataTransfer.getData("text/plain"));
  });
}
