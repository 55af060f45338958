// Runs queries in DuckDB: node queries.mjs PREFIX OUTPUT, with an array of queries in JSON on standard input. Prints the
// number of rows of each.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const [prefix, output] = process.argv.slice(2);
const { DuckDBInstance } = createRequire(`${prefix}/node_modules/`)("@duckdb/node-api");
const queries = JSON.parse(readFileSync(0, "utf8"));
process.chdir(output);
const connection = await (await DuckDBInstance.create(":memory:")).connect();
for (const query of queries) {
  const reader = await connection.runAndReadAll(query);
  console.log(reader.getRows().length);
}
