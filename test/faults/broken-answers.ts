import { gzipSync } from 'node:zlib'
import { type Asked, done, head } from './hostile-server.js'
import type { CaseResult } from './outcome.js'

/** What a server does instead of answering a call, and how that ends for who called. */
export interface BrokenAnswer {
  readonly name: string
  readonly give: (asked: Asked) => void
  readonly outcome: Partial<CaseResult>
}

const answerTo = ({ message }: Asked, id: unknown = message?.id) => JSON.stringify({ jsonrpc: '2.0', id, result: done })
const jsonHead = (length: number) => head(`content-type: application/json\r\ncontent-length: ${length}`)
const chunkedHead = head('content-type: application/json\r\ntransfer-encoding: chunked')
const ok = { value: { content: done.content } }
const closed = { code: 'closed' }
/** At the time that the caller gave. */
export const timeout = { code: 'timeout' }
const invalid = { code: 'invalid_result' }
const limit = { code: 'limit' }

/** Writes until the connection is gone. */
function pour(asked: Asked, text: string): void {
  const more = () => {
    while (asked.write(text));
  }
  asked.socket.on('drain', more)
  more()
}

function drip(asked: Asked, text: string): void {
  let at = 0
  const timer = setInterval(() => asked.write(text.charAt(at++ % text.length)), 20)
  asked.socket.on('close', () => clearInterval(timer))
}

const bomb = gzipSync(' '.repeat(1e7))
const deep = '['.repeat(100_000) + ']'.repeat(100_000)
const withText = (asked: Asked, text: string) => answerTo(asked).replace('done', text)
const withValue = (asked: Asked, value: string) => answerTo(asked).replace('"content"', `"extra":${value},"content"`)

/** Of every kind of reply. */
export const brokenAnswers: readonly BrokenAnswer[] = [
  { name: 'nothing but the end of the connection', give: ({ socket }) => socket.end(), outcome: closed },
  { name: 'a reset', give: ({ socket }) => socket.resetAndDestroy(), outcome: closed },
  { name: 'nothing at all', give: () => {}, outcome: timeout },
  { name: 'headers that drip', give: (asked) => drip(asked, 'HTTP/1.1 200 OK\r\nx-a: '), outcome: timeout },
  { name: 'a header of 1 MB', give: (asked) => asked.write(head(`x: ${'x'.repeat(1e6)}`)), outcome: closed },
  { name: 'what is no HTTP', give: ({ socket }) => socket.end('SSH-2.0-OpenSSH\r\n'), outcome: closed },
  {
    name: 'less than its content-length, and the end',
    give: (asked) => {
      asked.write(jsonHead(1_000))
      asked.socket.end(answerTo(asked))
    },
    outcome: closed,
  },
  {
    name: 'less than its content-length, and silence',
    give: (asked) => {
      asked.write(jsonHead(1_000_000_000))
      asked.write(answerTo(asked))
    },
    outcome: timeout,
  },
  {
    name: 'a chunk that is cut',
    give: (asked) => {
      asked.write(`${chunkedHead}ff\r\n`)
      asked.socket.end(answerTo(asked).slice(0, 20))
    },
    outcome: closed,
  },
  { name: 'chunks that are none', give: (asked) => asked.write(`${chunkedHead}zz\r\n{}\r\n`), outcome: closed },
  {
    name: 'a body that drips',
    give: (asked) => {
      asked.write(jsonHead(100_000))
      drip(asked, ' ')
    },
    outcome: timeout,
  },
  {
    name: 'a body of 1 GB',
    give: (asked) => {
      asked.write(jsonHead(1_000_000_000))
      pour(asked, ' '.repeat(65_536))
    },
    outcome: limit,
  },
  { name: 'no body', give: (asked) => asked.write(jsonHead(0)), outcome: invalid },
  { name: '202', give: (asked) => asked.write('HTTP/1.1 202 Yes\r\ncontent-length: 0\r\n\r\n'), outcome: invalid },
  {
    name: 'a page',
    give: (asked) => asked.write(`${head('content-type: text/html\r\ncontent-length: 2')}ok`),
    outcome: invalid,
  },
  {
    name: 'a compressed bomb',
    give: (asked) => asked.json(bomb, 'content-encoding: gzip\r\n'),
    outcome: invalid,
  },
  {
    name: 'what is no UTF-8',
    give: (asked) => asked.json(Buffer.from(withText(asked, 'é'), 'latin1')),
    outcome: invalid,
  },
  { name: 'a raw NUL', give: (asked) => asked.json(withText(asked, '\0')), outcome: invalid },
  { name: 'JSON 100,000 deep', give: (asked) => asked.json(withValue(asked, deep)), outcome: invalid },
  {
    name: 'an array of a million',
    give: (asked) => asked.json(withValue(asked, `[${'0,'.repeat(999_999)}0]`)),
    outcome: invalid,
  },
  { name: 'half of the JSON', give: (asked) => asked.json(answerTo(asked).slice(0, 30)), outcome: invalid },
  { name: 'a number beyond all', give: (asked) => asked.json(withValue(asked, '1e999')), outcome: ok },
  { name: 'a lone surrogate', give: (asked) => asked.json(withValue(asked, '"\\ud800"')), outcome: ok },
  { name: '__proto__', give: (asked) => asked.json(withValue(asked, '1,"__proto__":{"x":1}')), outcome: ok },
  {
    name: 'two ids, of which the last is asked for',
    give: (asked) => asked.json(`{"id":"other",${answerTo(asked).slice(1)}`),
    outcome: ok,
  },
  { name: 'the answer to something else', give: (asked) => asked.json(answerTo(asked, 'other')), outcome: invalid },
  {
    name: 'an answer whose id has the other type',
    give: (asked) => asked.json(answerTo(asked, String(asked.message?.id))),
    outcome: invalid,
  },
  { name: 'an array with the answer', give: (asked) => asked.json(`[${answerTo(asked)}]`), outcome: invalid },
  {
    name: 'a result and an error',
    give: (asked) => asked.json(answerTo(asked).replace('{', '{"error":{"code":1,"message":"m"},')),
    outcome: invalid,
  },
]

const dataOf = (asked: Asked, id?: unknown) => `data: ${answerTo(asked, id)}`

/** Of event streams without ids: nothing can be resumed. */
export const brokenStreams: readonly BrokenAnswer[] = [
  {
    name: 'a stream that ends at once',
    give: (asked) => {
      asked.stream()
      asked.socket.end()
    },
    outcome: closed,
  },
  {
    name: 'an event that is cut',
    give: (asked) => {
      asked.stream()
      asked.socket.end(dataOf(asked).slice(0, 40))
    },
    outcome: closed,
  },
  {
    name: 'an event without its empty line',
    give: (asked) => {
      asked.stream()
      asked.socket.end(`${dataOf(asked)}\n`)
    },
    outcome: closed,
  },
  {
    name: 'an answer to an id never asked, and the end',
    give: (asked) => {
      asked.stream()(dataOf(asked, 'never asked'))
      asked.socket.end()
    },
    outcome: closed,
  },
  {
    name: 'an answer to an id never asked, then its own',
    give: (asked) => {
      const send = asked.stream()
      send(dataOf(asked, 'never asked'))
      send(dataOf(asked))
    },
    outcome: ok,
  },
  {
    name: 'two answers',
    give: (asked) => {
      const send = asked.stream()
      send(dataOf(asked))
      send(dataOf(asked).replace('done', 'done twice'))
    },
    outcome: ok,
  },
  {
    name: 'garbage before the answer',
    give: (asked) => {
      const send = asked.stream()
      for (const text of ['data: {', ': comment', 'event: other\ndata: {}', 'data: [', 'id: \0', 'x', 'data: null'])
        send(text)
      send(dataOf(asked))
    },
    outcome: ok,
  },
  {
    name: 'an event beyond the limit',
    give: (asked) => {
      asked.stream()
      pour(asked, `data: ${'x'.repeat(10_000)}`)
    },
    outcome: limit,
  },
  {
    name: 'an event of lines without an end',
    give: (asked) => {
      asked.stream()
      pour(asked, `data: ${'x'.repeat(100)}\n`.repeat(500))
    },
    outcome: limit,
  },
  {
    name: 'events of other things, without an end',
    give: (asked) => {
      const send = asked.stream()
      const timer = setInterval(() => send('data: {"jsonrpc":"2.0","method":"notifications/other"}'), 10)
      asked.socket.on('close', () => clearInterval(timer))
    },
    outcome: timeout,
  },
]
