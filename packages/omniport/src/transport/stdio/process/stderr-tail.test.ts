import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { StderrTail } from './stderr-tail.js'

async function write(text: string, secrets: readonly string[]) {
  const lines: string[] = []
  const stream = new PassThrough()
  const tail = new StderrTail(stream, { onLine: (line) => lines.push(line), secrets })
  const ended = new Promise((resolve) => stream.once('end', resolve))
  for (const character of text) stream.write(character)
  stream.end()
  await ended
  return { lines, text: tail.text, summary: tail.summary }
}

test('secrets are in none of what is passed on, however they come', async () => {
  const output = 'the key is k-12345\nand again: k-12345'
  expect(await write(output, ['k-12345'])).toEqual({
    lines: ['the key is ***', 'and again: ***'],
    text: 'the key is ***\nand again: ***',
    summary: 'the key is ***\nand again: ***',
  })
})

test('without secrets everything is as it was', async () => {
  expect(await write('a k-12345\n', [])).toEqual({ lines: ['a k-12345'], text: 'a k-12345\n', summary: 'a k-12345' })
})

test('the summary of a program of Node that fails says why, and not only where', async () => {
  const output = [
    'node:internal/modules/cjs/loader:1228',
    '  throw err;',
    '  ^',
    '',
    "Error: Cannot find module '/srv/server.js'",
    ...Array.from({ length: 10 }, (_, at) => `    at function${at} (node:internal/modules/cjs/loader:${at})`),
    "  code: 'MODULE_NOT_FOUND',",
    '  requireStack: []',
    '}',
    '',
    'Node.js v20.20.0',
    '',
  ]
  expect((await write(output.join('\n'), [])).summary).toContain("Error: Cannot find module '/srv/server.js'")
})

test('the summary of much that was said is its end', async () => {
  const { summary } = await write(Array.from({ length: 100 }, (_, at) => `line ${at}\n`).join(''), [])
  expect(summary.split('\n')).toEqual(Array.from({ length: 25 }, (_, at) => `line ${75 + at}`))
  expect((await write(`${'x'.repeat(3_000)}\n`, [])).summary).toBe('x'.repeat(2_000))
})
