import { expect, test } from 'vitest'
import { rootsValue } from './roots.js'

const uri = 'file:///a'

test.each<[string, unknown]>([
  ['none', []],
  ['a function', () => []],
  ['roots with all members', [{ uri, name: 'A', _meta: { a: 1 } }, { uri: 'file:///b.c/..d' }]],
])('roots may be %s', (_name, value) => {
  expect(() => rootsValue('roots', value)).not.toThrow()
})

test.each<[unknown, string]>([
  [5, 'roots must be an array of roots, or a function, got 5'],
  [[5], 'roots[0] must be an object, got 5'],
  [[{ uri, name: 5 }], 'roots[0].name must be a string, got 5'],
  [[{ uri }, { uri, _meta: 5 }], 'roots[1]._meta must be an object, got 5'],
  [[{}], 'roots[0].uri must be a file:// URI without . and .. segments, got undefined'],
  [[{ uri: 'file:///a/%00' }], 'roots[0].uri must be a file:// URI without . and .. segments, got "file:///a/%00"'],
  [[{ uri: 'file:///a%5Cb' }], 'roots[0].uri must be a file:// URI without . and .. segments, got "file:///a%5Cb"'],
  [[{ uri: 'file:///a/..?b' }], 'roots[0].uri must be a file:// URI without . and .. segments, got "file:///a/..?b"'],
  [
    [{ uri: 'file:///a/.%2E#b' }],
    'roots[0].uri must be a file:// URI without . and .. segments, got "file:///a/.%2E#b"',
  ],
])('roots are not %j', (value, message) => {
  expect(() => rootsValue('roots', value)).toThrow(new TypeError(message))
})
