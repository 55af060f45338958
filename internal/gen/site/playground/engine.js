// Runs the linter in a worker. While a request runs, only the latest of further requests is kept.

const patience = 20_000; // milliseconds

// createEngine starts a worker. The handlers are onReady(choices), onResult(request, result) and onError(text).
export const createEngine = ({ onReady, onResult, onError }) => {
  let worker, running, waiting, timer;

  const start = () => {
    worker = new Worker(new URL("worker.js", import.meta.url));
    worker.onmessage = ({ data }) => {
      if (data.ready) {
        worker.ready = true;
        onReady(data.ready);
        next();
        return;
      }
      const request = running;
      end();
      if (data.fatal) restart(data.fatal);
      else if (data.error !== undefined) onError(data.error);
      else if (request) onResult(request, data.result);
      next();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      restart("The linter stopped unexpectedly.");
    };
  };

  const end = () => {
    clearTimeout(timer);
    running = undefined;
  };

  const restart = (text) => {
    const wasReady = worker.ready;
    worker.terminate();
    end();
    onError(text);
    if (wasReady) start(); // do not retry a worker that failed to load
  };

  const next = () => {
    if (!worker.ready || running || !waiting) return;
    running = waiting;
    waiting = undefined;
    timer = setTimeout(() => restart("Linting took more than 20 seconds and was stopped."), patience);
    const { files, dialect, targets, fix } = running;
    worker.postMessage({ files: files.map(({ path, text }) => [path, text]), dialect, targets, fix });
  };

  start();
  return {
    lint(request) {
      waiting = request;
      next();
    },
  };
};
