import { expect, test } from 'vitest'
import { compose, isRequestMessage, type Middleware } from './serve.js'

test('the first middleware is the outermost', async () => {
  const log: string[] = []
  const named =
    (name: string): Middleware<string> =>
    (next) =>
    async (message, exchange) => {
      log.push(`${name} in`)
      const response = await next(message, `${exchange}${name}`)
      log.push(`${name} out`)
      return response
    }
  const serve = compose([named('a'), named('b')], async (_message, exchange) => ({
    ...{ jsonrpc: '2.0', id: 1 },
    result: exchange,
  }))
  expect(await serve({ jsonrpc: '2.0', id: 1, method: 'm' }, '')).toMatchObject({ result: 'ab' })
  expect(log).toEqual(['a in', 'b in', 'b out', 'a out'])
})

test('without middleware it is the function itself', () => {
  const serve = async () => undefined
  expect(compose([], serve)).toBe(serve)
})

test('only what has a method and an id is a request', () => {
  expect(isRequestMessage({ jsonrpc: '2.0', id: 0, method: 'm' })).toBe(true)
  expect(isRequestMessage({ jsonrpc: '2.0', method: 'm' })).toBe(false)
  expect(isRequestMessage({ jsonrpc: '2.0', id: 1, result: {} })).toBe(false)
})
