import { describe, expect, test } from 'vitest'
import { encode, openWriter } from './fixtures/open-writer.js'
import { PipeRecorder } from './pipe-recorder.js'

const at = { ms: 0, transport: 'stdio', connection: 1 }

function open(options: Parameters<typeof openWriter>[0] = {}) {
  const { writer, lines } = openWriter(options)
  return { writer, pipe: new PipeRecorder(writer), lines }
}

test('each program has a connection of its own', () => {
  const { writer, pipe, lines } = open()
  new PipeRecorder(writer).fromClient(encode('{}\n'))
  pipe.fromClient(encode('{}\n'))
  expect(lines().map(({ connection }) => connection)).toEqual([2, 1])
})

test('the sides are told apart, and the pieces of one are not mixed with those of another', () => {
  const { pipe, lines } = open()
  pipe.fromClient(encode('{"a"'))
  pipe.fromServer(encode('{"b":'))
  pipe.stderr(encode('c'))
  pipe.fromClient(encode(':1}\n'))
  pipe.fromServer(encode('2}\n{"d":3}\n'))
  pipe.stderr(encode('c\n'))
  expect(lines()).toEqual([
    { ...at, from: 'client', bytes: 7, message: { a: 1 } },
    { ...at, from: 'server', bytes: 7, message: { b: 2 } },
    { ...at, from: 'server', bytes: 7, message: { d: 3 } },
    { ...at, from: 'server', stream: 'stderr', bytes: 2, text: 'cc' },
  ])
})

describe('what has no end of line is recorded when its side ends', () => {
  test('of the client', () => {
    const { pipe, lines } = open()
    pipe.fromClient(encode('{}'))
    expect(lines()).toEqual([])
    pipe.endClient()
    expect(lines()).toEqual([
      { ...at, from: 'client', bytes: 2, frame: ['', ''], message: {} },
      { ...at, from: 'client', end: 'complete' },
    ])
  })

  test('of the server', () => {
    const { pipe, lines } = open()
    pipe.fromServer(encode('{}'))
    pipe.endServer()
    expect(lines()).toEqual([
      { ...at, from: 'server', bytes: 2, frame: ['', ''], message: {} },
      { ...at, from: 'server', end: 'complete' },
    ])
  })

  test('of stderr, which ends with the program', () => {
    const { pipe, lines } = open()
    pipe.stderr(encode('oops'))
    pipe.exit({ signal: 'SIGKILL' })
    expect(lines()).toEqual([
      { ...at, from: 'server', stream: 'stderr', bytes: 4, text: 'oops' },
      { ...at, from: 'server', end: 'exit', signal: 'SIGKILL' },
    ])
  })
})

test('a line of stderr is recorded to its 65,536th byte, one of a side as far as the recorder says', () => {
  const { pipe, lines } = open({ maxContentBytes: 4 })
  pipe.stderr(encode(`${'x'.repeat(65_536)}\n${'x'.repeat(65_537)}\n`))
  pipe.fromServer(encode('12345\n'))
  expect(lines().map(({ bytes, cut, text }) => [bytes, cut, text?.length])).toEqual([
    [65_536, undefined, 65_536],
    [65_537, true, 65_536],
    [5, true, 4],
  ])
})
