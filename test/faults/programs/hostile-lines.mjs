// Speaks 2025-11-25 over stdio, and answers calls of tools as its first argument says.
import { spawn } from 'node:child_process'
import { closeSync, writeSync } from 'node:fs'
import process from 'node:process'
import { createInterface } from 'node:readline'

const [, , how] = process.argv
const done = { content: [{ type: 'text', text: 'done' }] }
const answerTo = (id, result = done) =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${JSON.stringify(result)}}`
const report = (text, then) => process.stdout.write(text, then)
const withText = (id, text) => answerTo(id).replace('done', text)
const withValue = (id, value) => answerTo(id).replace('"content"', `"extra":${value},"content"`)
const answer = (id) => report(`${answerTo(id)}\n`)
/** One that stays, and says its pid. */
const stay = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.error('child', process.pid)"

const answers = {
  honest: answer,
  silence: () => {},
  'late answer': (id) => setTimeout(answer, 400, id),
  exit: () => process.exit(7),
  'half a line, then exit': (id) => report(answerTo(id).slice(0, 30), () => process.exit(7)),
  'an answer without a line break, then exit': (id) => report(answerTo(id), () => process.exit(7)),
  'two answers': (id) => report(`${answerTo(id)}\n${withText(id, 'twice')}\n`),
  'an answer never asked for': (id) =>
    report(`${answerTo('never')}\n${answerTo(-1)}\n${answerTo(null)}\n${answerTo(id)}\n`),
  'an id of the other type': (id) => report(`${answerTo(String(id))}\n`),
  'two ids': (id) => report(`{"id":"other",${answerTo(id).slice(1)}\n`),
  'garbage before and after': (id) => {
    report('Starting…\n\n{"a":\n[]\nnull\n"text"\n{"jsonrpc":"1.0"}\n')
    answer(id)
    report('\0\n]\n')
  },
  'what is no UTF-8': (id) => report(Buffer.from(`${withText(id, 'é')}\n`, 'latin1')),
  'a raw NUL': (id) => report(`${withText(id, '\0')}\n`),
  'JSON 100,000 deep': (id) => report(`${withValue(id, '['.repeat(1e5) + ']'.repeat(1e5))}\n`),
  'an array of a million': (id) => report(`${withValue(id, `[${'0,'.repeat(999_999)}0]`)}\n`),
  'a lone surrogate': (id) => report(`${withValue(id, '"\\ud800"')}\n`),
  'a number beyond all': (id) => report(`${withValue(id, '-1e999')}\n`),
  __proto__: (id) => report(`${withValue(id, '1,"__proto__":{"x":1}')}\n`),
  'a result and an error': (id) => report(`${answerTo(id).replace('{', '{"error":{"code":1,"message":"m"},')}\n`),
  'a line of 65 MiB': (id) => report(`${withText(id, 'x'.repeat(65 * 1024 * 1024))}\n`),
  '100 MB on stderr': (id) => {
    const line = Buffer.from(`${'x'.repeat(999)}\n`.repeat(1_000))
    for (let written = 0; written < 100; written += 1) writeAll(line)
    answer(id)
  },
  '50 MB of notifications': (id) => {
    const data = 'x'.repeat(1_000)
    const line = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } })}\n`
    const many = line.repeat(100)
    const pour = (left) => (left === 0 ? answer(id) : report(many, () => pour(left - 1)))
    pour(500)
  },
  'closed stdout': () => {
    closeSync(1)
    setInterval(() => {}, 1_000)
  },
  'closed stdin': () => {
    lines.close()
    process.stdin.destroy()
    try {
      closeSync(0)
    } catch {
      // it was
    }
    setInterval(() => {}, 1_000)
  },
  grandchildren: (id) => {
    for (let count = 0; count < 2; count += 1) {
      spawn(process.execPath, ['-e', stay], { stdio: ['ignore', 'ignore', 'inherit'] })
    }
    process.on('SIGTERM', () => {})
    setInterval(() => {}, 1_000)
    answer(id)
  },
}

/** stderr is a pipe that may be full. */
function writeAll(bytes) {
  let at = 0
  while (at < bytes.length) {
    try {
      at += writeSync(2, bytes, at)
    } catch (problem) {
      if (problem.code !== 'EAGAIN') throw problem
    }
  }
}

if (how === 'exit at once') {
  process.stderr.write(`${'x'.repeat(5_000)} no configuration found\n`, () => process.exit(3))
} else if (how === 'garbage first') {
  report(`${'This is not JSON. '.repeat(10_000)}\n`)
}

const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  const { id, method } = JSON.parse(line)
  const result = {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'hostile', version: '1' },
  }
  if (how === 'no initialize') return
  if (method === 'initialize') report(`${answerTo(id, result)}\n`)
  else if (method === 'tools/call') (answers[how] ?? answer)(id)
  else if (id !== undefined) report(`${answerTo(id, {})}\n`)
})
