import process from 'node:process'

/**
 * What a server program is told on its command line, as `name=value`: `answers` is `json` or `sse`, `tools` how many tools
 * there are beside `add` and `echo`, `sessions` whether HTTP has sessions, as it had before 2026-07-28, `upstream` how a gateway
 * reaches the server behind it: `stdio` or `http`, `count` how many upstreams it has (one without a prefix by default), `beside`
 * what else there is: `nothing`, or `trouble`, `wrapped` whether a program looks at the messages of its transport, `express` whether
 * Express is before a server, `redis` the port of the Redis that nodes share (without it a program starts one).
 */
export function readSettings() {
  const given = Object.fromEntries(process.argv.slice(2).map((each) => each.split('=')))
  const {
    answers = 'json',
    tools = '0',
    sessions = 'no',
    upstream = 'stdio',
    beside = 'nothing',
    wrapped,
    express,
    redis,
  } = given
  const count = given.count === undefined ? undefined : Number(given.count)
  const flags = { sessions: sessions === 'yes', isWrapped: wrapped === 'yes', hasExpress: express === 'yes' }
  return { answers, tools: Number(tools), upstream, count, beside, redis: redis && Number(redis), ...flags }
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
