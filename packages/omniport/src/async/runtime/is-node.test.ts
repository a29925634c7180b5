import { afterEach, expect, test, vi } from 'vitest'
import { isBrowser, isNode } from './is-node.js'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['Node', { versions: { node: '22.0.0' } }, [true, false]],
  ['Bun', { versions: { node: '22.0.0', bun: '1.2.0' } }, [false, false]],
  ['Deno', { versions: { node: '22.0.0', deno: '2.1.0' } }, [false, false]],
  ['a page, which has no process', undefined, [false, true]],
  ['a page with a process that a bundler left there', {}, [false, true]],
  ['a page with a process of no version', { versions: {} }, [false, true]],
])('%s is told apart', (_name, process, expected) => {
  vi.stubGlobal('process', process)
  expect([isNode(), isBrowser()]).toEqual(expected)
})

test('the process that runs this is Node', () => {
  expect([isNode(), isBrowser()]).toEqual([true, false])
})
