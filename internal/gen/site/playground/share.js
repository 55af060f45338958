// Encodes the tree in the fragment of the page's address, which browsers do not send to servers.

const maxBytes = 2 << 20; // of an encoded tree, after decompression

const toText = (bytes) => {
  let binary = "";
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

// collect reads a stream of at most maxBytes.
const collect = async (stream) => {
  const reader = stream.getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      throw new Error("too large");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};

const through = (bytes, transform) => collect(new Blob([bytes]).stream().pipeThrough(transform));

// encode returns a fragment: "z" and compressed JSON, or "j" and JSON where the browser cannot compress.
export const encode = async ({ files, dialect, target }) => {
  const bytes = new TextEncoder().encode(JSON.stringify({ files: files.map(({ path, text }) => [path, text]), dialect, target }));
  if (typeof CompressionStream === "undefined") return "j" + toText(bytes);
  return "z" + toText(await through(bytes, new CompressionStream("deflate-raw")));
};

// decode returns the tree of a fragment, or throws an error.
export const decode = async (fragment) => {
  let bytes = toBytes(fragment.slice(1));
  if (fragment[0] === "z") bytes = await through(bytes, new DecompressionStream("deflate-raw"));
  else if (fragment[0] !== "j") throw new Error("unknown form");
  const { files, dialect, target } = JSON.parse(new TextDecoder().decode(bytes));
  const texts = (all) => all.every((value) => typeof value === "string");
  if (!Array.isArray(files) || !files.every((f) => Array.isArray(f) && f.length === 2 && texts(f)) || !texts([dialect, target])) throw new Error("not a tree");
  return { files: files.map(([path, text]) => ({ path, text })), dialect, target };
};
