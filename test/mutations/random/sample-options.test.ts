import { expect, test } from 'vitest'
import { toSampleOptions } from '../../../mutations/random/sample-options.mjs'
import { root } from '../../support/root.js'

test.each([
  ['all source', {}, undefined],
  ['two layers', { layer: ['uri', 'redis'] }, ['uri', 'redis']],
])('a sample is of %s', (_name, values, layers) => {
  const options = toSampleOptions({ sample: '300', seed: '7', ...values }, root)
  expect(options).toEqual({ count: 300, seed: 7, ...(layers && { layers }) })
})

test('a sample of each layer is of every layer of the library and every other package', () => {
  const { layers } = toSampleOptions({ sample: '60', seed: '7', layer: ['each'] }, root)
  expect(layers).toEqual(
    expect.arrayContaining(['values', 'protocol', 'host', 'cli', 'app', 'console', 'otel', 'redis', 'sdk']),
  )
})

test.each([
  ['a count', { sample: 'many' }, "--sample must be a whole number; got 'many'"],
  ['a seed', { sample: '3', seed: '-1' }, "--seed must be a whole number; got '-1'"],
  ['a layer', { sample: '3', seed: '1', layer: ['urn'] }, "; got 'urn'"],
])('what is not %s is refused', (_name, values, message) => {
  expect(() => toSampleOptions(values, root)).toThrow(message)
})
