import { expect, test } from 'vitest'
import { toDirect, toServe } from './direct-serve.js'

const request = { jsonrpc: '2.0', id: 1, method: 'm' } as const
const answer = { jsonrpc: '2.0', id: 1, result: {} } as const

test('what was made a promise of is given back', async () => {
  const direct = () => answer
  const serve = toServe(direct)
  expect(await serve(request, undefined)).toBe(answer)
  expect(toDirect(serve)).toBe(direct)
})

test('what is thrown at once rejects', async () => {
  const serve = toServe(() => {
    throw new Error('no')
  })
  await expect(serve(request, undefined)).rejects.toThrow('no')
})

test('a wrapper is not gone around', () => {
  const serve = toServe(() => answer)
  const wrapper: typeof serve = (message, exchange) => serve(message, exchange)
  expect(toDirect(wrapper)).toBe(wrapper)
})
