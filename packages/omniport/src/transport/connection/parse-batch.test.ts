import { describe, expect, test } from 'vitest'
import { idsInBatch, parseBatch } from './parse-batch.js'

const request = (id: string | number, method = 'm') => ({ jsonrpc: '2.0', id, method })
const note = { jsonrpc: '2.0', method: 'n' }
const answer = { jsonrpc: '2.0', id: 9, result: {} }
const parse = (values: readonly unknown[], mayMix?: boolean) => parseBatch(values, { limit: 3, mayMix })

describe('a batch', () => {
  test.each([
    ['of requests and notifications', [request(1), note, request('1')]],
    ['of responses', [answer, { ...answer, id: 8 }]],
    ['of one', [note]],
  ])('%s has its messages in order', (_name, values) => {
    expect(parse(values)).toEqual({ messages: values, broken: [] })
  })

  test('has its broken elements apart', () => {
    const { messages, broken } = parse([1, request(1), { jsonrpc: '2.0', id: 5 }])
    expect(messages).toEqual([request(1)])
    expect(broken.map(({ id, message }) => [id, message])).toEqual([
      [null, 'Invalid message: expected an object'],
      [5, 'Invalid message: a request needs a method, a response a result or an error'],
    ])
  })

  test.each<[string, readonly unknown[], string]>([
    ['that is empty', [], 'A batch must not be empty'],
    ['that is too long', [note, note, note, note], 'A batch holds at most 3 messages'],
    ['that mixes', [answer, note], 'A batch holds requests and notifications, or responses, not both'],
    ['with initialize', [request(1, 'initialize')], 'initialize must not be part of a batch'],
    ['with an id twice', [request('a'), request('b'), request('a')], 'The id "a" stands twice in the batch'],
  ])('%s is refused', (_name, values, message) => {
    expect(() => parse(values)).toThrow(expect.objectContaining({ code: -32600, message }))
  })

  test('may mix where that is allowed', () => {
    expect(parse([answer, request(9)], true).messages).toEqual([answer, request(9)])
  })

  test('may have responses with an id twice, and notifications', () => {
    expect(parse([answer, answer]).messages).toHaveLength(2)
    expect(parse([note, note]).messages).toHaveLength(2)
  })
})

test('the ids of a batch that is refused are those of its requests, each once', () => {
  const values = [
    request(1),
    note,
    request(1),
    request('1'),
    answer,
    null,
    [],
    { id: 3, method: 5 },
    { method: 'm', id: {} },
  ]
  expect(idsInBatch(values)).toEqual([1, '1'])
})
