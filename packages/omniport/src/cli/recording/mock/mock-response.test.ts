import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { type LineOf, recordingOf } from '../fixtures/memory-recording.js'
import type { Step } from '../turns/turn.js'
import { MockResponse } from './mock-response.js'

/** A response whose text can be read, without a connection. */
function open(headers?: Readonly<Record<string, string>>, endpoint?: string) {
  const request = new IncomingMessage(new Socket())
  const raw = new ServerResponse(request)
  let written = ''
  const socket = new Socket()
  socket.write = ((bytes: Uint8Array | string, ...more: readonly unknown[]) => {
    written += Buffer.from(bytes as Uint8Array).toString()
    const done = more.find((each) => typeof each === 'function') as (() => void) | undefined
    queueMicrotask(() => done?.())
    return true
  }) as typeof socket.write // as far as a response uses it
  raw.useChunkedEncodingByDefault = false
  raw.sendDate = false
  raw.assignSocket(socket)
  const response = new MockResponse(raw, headers, endpoint)
  const parts = () => {
    const [head = '', ...body] = written.split('\r\n\r\n')
    const [first, ...lines] = head.split('\r\n')
    const known = lines.filter((line) => !/^(?:Connection|Keep-Alive)/.test(line)).sort()
    return { status: first, headers: known, body: body.join('\r\n\r\n') }
  }
  return { raw, response, parts }
}

/** Sends one line of a response, and its message if it has one. */
async function send(response: MockResponse, line: Partial<LineOf>, type: Step['type'] = 'response') {
  const file = recordingOf([{ from: 'server', transport: 'http', exchange: 1, ...line }])
  for await (const each of file.lines()) {
    const json = each.line.message === undefined ? undefined : JSON.stringify(each.line.message)
    await response.send({ type, ms: 0, number: 2, start: 0, length: 0 }, each, json)
  }
}

const stream = { status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8' } }

describe('the head', () => {
  test('has the status and the headers that mean the same to another client', async () => {
    const { response, parts } = open()
    const headers = {
      'content-type': 'text/plain',
      'mcp-session-id': 's',
      'www-authenticate': 'Bearer',
      date: 'now',
      'retry-after': '5',
      allow: 'POST',
      vary: 'origin',
      location: '/x',
      'cache-control': 'no-store',
    }
    await send(response, { status: 401, headers }, 'head')
    expect(parts()).toEqual({
      status: 'HTTP/1.1 401 Unauthorized',
      headers: [
        'allow: POST',
        'cache-control: no-store',
        'content-type: text/plain',
        'location: /x',
        'retry-after: 5',
        'vary: origin',
        'www-authenticate: Bearer',
      ],
      body: '',
    })
  })

  test('has headers of its own in the place of recorded ones', async () => {
    const { response, parts } = open({ 'content-type': 'text/x', 'mcp-session-id': 'live' })
    await send(response, { status: 202, headers: { 'content-type': 'text/plain' } }, 'head')
    expect(parts().headers).toEqual(['content-type: text/x', 'mcp-session-id: live'])
  })

  test('is complete with it, unless a stream or a message follows', async () => {
    const ended = async (line: Partial<LineOf>) => {
      const { response, raw } = open()
      await send(response, line, 'head')
      return [raw.headersSent, raw.writableEnded]
    }
    expect(await ended({ status: 202 })).toEqual([true, true])
    expect(await ended({ status: 200, message: { id: 1 } })).toEqual([true, true])
    expect(await ended(stream)).toEqual([true, false])
  })

  test('is sent once', async () => {
    const { response, parts } = open()
    expect(response.hasBegun).toBe(false)
    await send(response, stream, 'head')
    expect(response.hasBegun).toBe(true)
    await send(response, { status: 404 }, 'head')
    expect(parts().status).toBe('HTTP/1.1 200 OK')
  })
})

describe('a message', () => {
  test('is the body of a response that is no stream', async () => {
    const { response, parts } = open()
    await send(response, { status: 200, headers: { 'content-type': 'application/json' }, message: { id: 1 } }, 'head')
    expect(parts()).toEqual({
      status: 'HTTP/1.1 200 OK',
      headers: ['content-type: application/json'],
      body: '{"id":1}',
    })
  })

  test('is left out of a response that is complete', async () => {
    const { response, parts } = open()
    await send(response, { status: 204 }, 'head')
    await send(response, { message: { id: 1 } })
    expect(parts().body).toBe('')
  })

  test('opens a stream where nothing was sent', async () => {
    const { response, parts } = open()
    await send(response, { message: { id: 1 } })
    expect(parts()).toEqual({
      status: 'HTTP/1.1 200 OK',
      headers: ['cache-control: no-cache', 'content-type: text/event-stream'],
      body: 'event: message\ndata: {"id":1}\n\n',
    })
  })

  test.each([
    ['as it was', ['id: 7\ndata:', '\n\n'], 'id: 7\ndata:{"id":1}\n\n'],
    ['as usual, for a frame without data', ['', '\n'], 'event: message\ndata: {"id":1}\n\n'],
  ] as const)('is framed %s', async (_name, frame, body) => {
    const { response, parts } = open()
    await send(response, stream, 'head')
    await send(response, { frame, message: { id: 1 } })
    expect(parts().body).toBe(body)
  })

  test('over a pipe had a frame that means nothing here', async () => {
    const { response, parts } = open()
    await send(response, { transport: 'stdio', exchange: undefined, frame: ['data: x', '\r\n'], message: { id: 1 } })
    expect(parts().body).toBe('event: message\ndata: {"id":1}\n\n')
  })

  test('on several lines becomes one', async () => {
    const { response, parts } = open()
    await response.sendMessage('{\n  "id": 1\r}')
    expect(parts().body).toBe('event: message\ndata: {"id":1}\n\n')
  })
})

describe('other content', () => {
  test('is sent as it was: text, or bytes', async () => {
    const { response, parts } = open()
    await send(response, stream, 'head')
    await send(response, { text: ': keep-alive\n\n' }, 'content')
    await send(response, { base64: Buffer.from('raw').toString('base64') }, 'content')
    expect(parts().body).toBe(': keep-alive\n\nraw')
  })

  test('is the body of a response that is no stream', async () => {
    const { response, parts, raw } = open()
    await send(response, { status: 404, headers: { 'content-type': 'text/plain' }, text: 'not here' }, 'head')
    expect([parts().body, raw.writableEnded]).toEqual(['not here', true])
    await send(response, { text: 'more' }, 'content')
    expect(parts().body).toBe('not here')
  })

  test.each([
    ['event: endpoint\ndata: /old?x=1\n\n', 'event: endpoint\ndata: /own?id=1\n\n'],
    ['event:endpoint\ndata:/old\n\n', 'event:endpoint\ndata:/own?id=1\n\n'],
    ['event: endpoints\ndata: /old\n\n', 'event: endpoints\ndata: /old\n\n'],
  ])('%j names the address of now', async (recorded, sent) => {
    const { response, parts } = open({}, '/own?id=1')
    await send(response, stream, 'head')
    await send(response, { text: recorded }, 'content')
    expect(parts().body).toBe(sent)
  })

  test('keeps its address where there is no other', async () => {
    const { response, parts } = open()
    await send(response, stream, 'head')
    await send(response, { text: 'event: endpoint\ndata: /old\n\n' }, 'content')
    expect(parts().body).toBe('event: endpoint\ndata: /old\n\n')
  })
})

describe('the end', () => {
  test('is that of the recording: complete, or broken off', async () => {
    const endOf = async (end: 'complete' | 'aborted') => {
      const { response, raw } = open()
      await send(response, stream, 'head')
      await send(response, { end }, 'end')
      await send(response, { base64: 'AAAA' }, 'content')
      return [raw.writableEnded, raw.destroyed]
    }
    expect(await endOf('complete')).toEqual([true, false])
    expect(await endOf('aborted')).toEqual([false, true])
  })

  test('has status 202 where nothing was sent, or another one', () => {
    const ended = (...args: readonly number[]) => {
      const { response, parts, raw } = open({ 'mcp-session-id': 's' })
      response.end(...args)
      response.end(500)
      return [parts().status, parts().headers.includes('mcp-session-id: s'), raw.writableEnded]
    }
    expect(ended()).toEqual(['HTTP/1.1 202 Accepted', true, true])
    expect(ended(405)).toEqual(['HTTP/1.1 405 Method Not Allowed', true, true])
  })
})

test('JSON is sent where nothing was sent yet', () => {
  const { response, parts } = open()
  response.sendJson(400, { id: null })
  response.sendJson(200, {})
  expect(parts()).toEqual({
    status: 'HTTP/1.1 400 Bad Request',
    headers: ['content-type: application/json'],
    body: '{"id":null}',
  })
  const text = open()
  text.response.sendJson(200, '{"id": 1}')
  expect(text.parts().body).toBe('{"id": 1}')
})
