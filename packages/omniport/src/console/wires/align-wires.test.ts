import { expect, test } from 'vitest'
import type { RecordedLine } from '../../entries/protocol.js'
import { alignWires } from './align-wires.js'

const line = (from: 'client' | 'server', message: object): RecordedLine => {
  return { ms: 0, transport: 'stdio', connection: 1, from, message }
}
const call = [line('client', { id: 2, method: 'tools/call' }), line('server', { id: 2, result: {} })]

test('steps that mean the same stand together, and those of one revision where they happen', () => {
  const steps = alignWires([
    { revision: '2025-11-25', lines: [line('client', { id: 1, method: 'initialize' }), ...call] },
    { revision: '2026-07-28', lines: [line('client', { id: 1, method: 'server/discover' }), ...call] },
  ])
  expect(steps.map(({ title, texts }) => [title, [...texts.keys()]])).toEqual([
    ['→ initialize', ['2025-11-25']],
    ['→ server/discover', ['2026-07-28']],
    ['→ tools/call', ['2025-11-25', '2026-07-28']],
    ['← result of tools/call', ['2025-11-25', '2026-07-28']],
  ])
})

function textsOf(...lines: readonly Partial<RecordedLine>[]): readonly (readonly [string, string | undefined])[] {
  const whole = lines.map(
    (each) => ({ ms: 0, transport: 'http', connection: 1, from: 'client', ...each }) as RecordedLine,
  )
  return alignWires([{ revision: '2025-11-25', lines: whole }]).map(({ title, texts }) => [
    title,
    texts.get('2025-11-25'),
  ])
}

test('a step has the start of the HTTP message, the headers of the protocol, and the message', () => {
  const headers = {
    ...{ 'mcp-session-id': '[secret 12]', accept: 'a', 'content-type': 'b', 'x-mcp-a': 'c' },
    ...{ 'accept-language': 'd', 'content-type-x': 'e', authorization: '[secret 1]' },
  }
  const request = { method: 'POST', path: '/mcp' }
  expect(textsOf({ request, headers, message: { id: 1, method: 'ping' } })).toEqual([
    ['→ ping', 'POST /mcp\nmcp-session-id: [secret]\naccept: a\ncontent-type: b\n{\n  "id": 1,\n  "method": "ping"\n}'],
  ])
})

test('a response has its status, and says what it answers', () => {
  expect(
    textsOf(
      { message: { id: 1, method: 'ping' } },
      { from: 'server', status: 200, message: { id: 1, result: {} } },
      { from: 'server', status: 200, message: { id: 2, error: {} } },
      { from: 'server', message: [{ id: 1, result: {} }] },
    ),
  ).toEqual([
    ['→ ping', '{\n  "id": 1,\n  "method": "ping"\n}'],
    ['← result of ping', 'HTTP 200\n{\n  "id": 1,\n  "result": {}\n}'],
    ['← error of a request', 'HTTP 200\n{\n  "id": 2,\n  "error": {}\n}'],
    ['← result of ping (2)', '[\n  {\n    "id": 1,\n    "result": {}\n  }\n]'],
  ])
})

test('what has no id is no answer to a notification', () => {
  const lines = [{ message: { method: 'note' } }, { from: 'server', message: { error: {} } }] as const
  expect(textsOf(...lines).map(([title]) => title)).toEqual(['→ note', '← error of a request'])
})

test('a request without a message is one, and what a program writes to stderr is none', () => {
  expect(
    textsOf(
      { request: { method: 'GET', path: '/mcp' } },
      { stream: 'stderr', text: 'x', message: { method: 'x' } },
      { text: 'x' },
      { from: 'server', message: 'text' },
    ),
  ).toEqual([
    ['→ HTTP GET', 'GET /mcp'],
    ['← result of a request', '"text"'],
  ])
})
