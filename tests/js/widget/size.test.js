// The widget stays small, as the build makes it: what a page loads at once, and all of it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { buildSync } from "esbuild";

const MOST_LOADER = 5_000;
const MOST_ALL = 30_000;
const FLAGS = { minify: true, bundle: true, write: false, target: "es2022", loader: { ".css": "text" } };

function compressed(source, format) {
  const [file] = buildSync({ ...FLAGS, format, entryPoints: [`static/widget/${source}`] }).outputFiles;
  return gzipSync(file.contents, { level: 6 }).length;
}

test("the loader has 5 KB at most, the whole widget 30 KB", () => {
  const [loader, app] = [compressed("loader.js", "iife"), compressed("app.js", "esm")];
  assert.ok(loader <= MOST_LOADER, `${loader} bytes`);
  assert.ok(loader + app <= MOST_ALL, `${loader + app} bytes`);
});

test("the build makes it in the same way", () => {
  const { build } = JSON.parse(readFileSync("package.json", "utf8")).scripts;
  for (const words of ["widget=static/widget/loader.js", "widget-app=static/widget/app.js"]) {
    const command = build.split("&&").find((one) => one.includes(words));
    for (const flag of ["--bundle", "--minify", "--target=es2022", "--loader:.css=text"]) assert.ok(command.includes(flag), flag);
  }
});
