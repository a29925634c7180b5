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
  const said = 'the key is k-12345\nand again: k-12345'
  expect(await write(said, ['k-12345'])).toEqual({
    lines: ['the key is ***', 'and again: ***'],
    text: 'the key is ***\nand again: ***',
    summary: 'the key is ***\nand again: ***',
  })
})

test('without secrets everything is as it was', async () => {
  expect(await write('a k-12345\n', [])).toEqual({ lines: ['a k-12345'], text: 'a k-12345\n', summary: 'a k-12345' })
})
