import process from 'node:process'

/**
 * What a server program is told on its command line, as `name=value`: `answers` is `json` or `sse`, `tools` how many tools
 * there are beside `add` and `echo`, `sessions` whether HTTP has sessions, as it had before 2026-07-28, `upstream` how a gateway
 * reaches the server behind it: `stdio` or `http`.
 */
export function readSettings() {
  const given = Object.fromEntries(process.argv.slice(2).map((each) => each.split('=')))
  const { answers = 'json', tools = '0', sessions = 'no', upstream = 'stdio' } = given
  return { answers, tools: Number(tools), sessions: sessions === 'yes', upstream }
}

/** Names of the tools that are there only to be listed. */
export function listedTools(count) {
  return Array.from({ length: count }, (_, index) => `tool_${String(index).padStart(3, '0')}`)
}

/** More than the largest message of any workload. */
export const largeBytes = 128 * 1024 * 1024

export const descriptions = {
  add: 'Adds two numbers',
  echo: 'Says what it was told',
  listed: 'Is there to be listed, with a description of a usual length, such as authors write it.',
}
