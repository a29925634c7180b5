import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/v4'
import { lazySchema } from './lazy-schema.js'

test('a schema is made when it is first used, once', () => {
  const build = vi.fn(() => z.object({ a: z.string() }))
  const schema = lazySchema(build)
  expect(build).not.toHaveBeenCalled()
  expect(schema.parse({ a: 'x' })).toEqual({ a: 'x' })
  expect(Object.keys(schema.shape)).toEqual(['a'])
  expect(build).toHaveBeenCalledOnce()
})

test.each(['protocol', 'oauth'])('every schema of %s is made so', (name) => {
  const source = readFileSync(new URL(`./${name}.gen.ts`, import.meta.url), 'utf8')
  const made = [...source.matchAll(/^export const (\w+Schema): .*? = (\w+)\(/gm)]
  expect(made.length).toBeGreaterThan(10)
  expect(made.filter(([, , maker]) => maker !== 'lazySchema').map(([, schema]) => schema)).toEqual([])
})
