// Runs the linter, so that the page stays responsive. All files are loaded from the directory of this script.
"use strict";

importScripts("wasm_exec.js");

const fatal = (error) => postMessage({ fatal: `The linter cannot be loaded: ${error.message ?? error}` });

const load = async (name) => {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
};

// The vocabulary counts the tokens of long texts in scripts such as Chinese, and of skills close to a limit.
self.skilllintVocabulary = async () => {
  try {
    return new Uint8Array(await (await load("o200k.bin")).arrayBuffer());
  } catch {
    postMessage({ fatal: "The vocabulary that counts the tokens of this text cannot be loaded. Connect to the network, then edit the text." });
    return new Promise(() => {});
  }
};

self.skilllintReady = () => postMessage({ ready: JSON.parse(self.skilllintChoices) });

self.onmessage = ({ data }) => {
  self.skilllint(data, (result, error) => postMessage(error === null ? { result: JSON.parse(result) } : { error }));
};

(async () => {
  const go = new Go();
  const packed = await load("skilllint.wasm.gz");
  const unpacked = new Response(packed.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
  const { instance } = await WebAssembly.instantiateStreaming(unpacked, go.importObject);
  await go.run(instance);
  throw new Error("it ended");
})().catch(fatal);
