import { expect, test } from 'vitest'
import { loadOnce } from './load-once.js'

test('loads once for all who ask meanwhile, and gives it without a promise afterwards', async () => {
  let loads = 0
  const module = {}
  const load = loadOnce(async () => {
    loads += 1
    return module
  })
  expect(await Promise.all([load(), load()])).toEqual([module, module])
  expect(load()).toBe(module)
  expect(loads).toBe(1)
})

test('loads again after a failure', async () => {
  const results = [Promise.reject(new Error('gone')), Promise.resolve({})]
  const load = loadOnce(() => results.shift() as Promise<object>)
  await expect(load()).rejects.toThrow('gone')
  expect(await load()).toEqual({})
})
