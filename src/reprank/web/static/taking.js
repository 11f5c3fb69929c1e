// A result to the clipboard or to a file.

export async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Without HTTPS, browsers offer the clipboard on this machine only.
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  return area.remove();
}

export function save(text, name, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Write the name of a file as a title: `1-harbour-gazette.txt` becomes `Harbour gazette`. */
export function nameOf(file) {
  const name = file.replace(/\.\w+$/, "").replace(/^\d+-/, "").replaceAll("-", " ");
  return name.charAt(0).toUpperCase() + name.slice(1);
}
