import { Buffer } from 'node:buffer'
import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import { parseMessage } from '../../packages/omniport/src/jsonrpc/messages/parse-message.js'
import { serveStdio } from '../../packages/omniport/src/transport/stdio/serve/serve-stdio.js'
import { isObject } from '../../packages/omniport/src/values/json/is-object.js'
import { settled } from '../support/virtual-runtime.js'
import { cut } from './cut.js'
import { fuzz } from './fuzz.js'
import { jsonText, nestedText } from './json-text.js'
import { idGivenUp, idToAnswer, message } from './messages.js'
import { createSubject } from './subject.js'

const subject = createSubject()
afterAll(() => subject.close())

/** The lines that a server writes for these pieces of its input, which then ends. */
async function linesFor(pieces: readonly Uint8Array[]): Promise<string[]> {
  const input = new PassThrough()
  const output = new PassThrough({ highWaterMark: 10_000_000 })
  const served = await serveStdio(subject.server, { input, output })
  for (const piece of pieces) input.write(Buffer.from(piece))
  await settled(2)
  input.end()
  await subject.pass(served.closed)
  expect(subject.problems()).toEqual([])
  return String(output.read() ?? '')
    .split('\n')
    .slice(0, -1)
}

const asked = message.map((value) => JSON.stringify(value))
const tooDeep = nestedText(70).map((text) => `{"jsonrpc":"2.0","id":"deep","method":"ping","params":{"a":${text}}}`)
const line = fc.oneof(
  { weight: 6, arbitrary: asked },
  { weight: 1, arbitrary: fc.oneof(jsonText, tooDeep, fc.constantFrom('', ' ', '\ufeff', 'hello', '{', '\x00', '\r')) },
  { weight: 1, arbitrary: fc.constant(`{"jsonrpc":"2.0","id":"é","method":"ping","x":"${'😀'.repeat(40)}"}`) },
)
const text = fc.array(line, { minLength: 1, maxLength: 4 })

fuzz(
  'whatever lines come in, wherever they were cut, lines of JSON-RPC go out, and each request gets one',
  fc.asyncProperty(
    text.chain((lines) =>
      cut(fc.constant(Buffer.from(`${lines.join('\n')}\n`))).map(({ pieces }) => ({ lines, pieces })),
    ),
    async ({ lines, pieces }) => {
      const answers = (await linesFor(pieces)).map((answer) => parseMessage(JSON.parse(answer)))
      const values = lines.map(readLine)
      const givenUp = values.map(idGivenUp)
      for (const id of new Set(values.map(idToAnswer).filter((id) => id !== undefined))) {
        if (values.filter(Array.isArray).flat().map(idToAnswer).includes(id)) continue // of batches see `served.test.ts`
        const all = values.filter((value) => idToAnswer(value) === id)
        const lasting = all.filter((value) => givenUp.includes(id) || isListening(value)).length
        const count = answers.filter((answer) => !('method' in answer) && answer.id === id).length
        expect([id, count]).toEqual([id, Math.max(all.length - lasting, Math.min(count, all.length))])
      }
    },
  ),
)

/** As it is read; what nests too deeply is answered all the same. */
function readLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function isListening(value: unknown): boolean {
  return isObject(value) && value['method'] === 'subscriptions/listen'
}
