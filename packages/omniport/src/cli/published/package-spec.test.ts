import { expect, test } from 'vitest'
import { parsePackageSpec } from './package-spec.js'

test.each([
  ['server', 'server', 'latest'],
  ['server@1.2.3', 'server', '1.2.3'],
  ['server@^1.0 || >=2', 'server', '^1.0 || >=2'],
  ['server@next', 'server', 'next'],
  ['@scope/my.server_1~', '@scope/my.server_1~', 'latest'],
  ['@scope/server@*', '@scope/server', '*'],
  ['a'.repeat(214), 'a'.repeat(214), 'latest'],
])('%s is a package', (text, name, version) => {
  expect(parsePackageSpec(text)).toEqual({ name, version })
})

test.each([
  '',
  'Server',
  '.server',
  '_server',
  '@scope',
  '@scope/',
  'a/b',
  './server',
  '../server',
  'https://a.example/x.tgz',
  'git+ssh://a',
  'server@',
  'server@npm:other',
  'server@file:x',
  'server\n',
  ' server',
  'a'.repeat(215),
])('%j is none', (text) => {
  expect(() => parsePackageSpec(text)).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: `run: "${text}" is no package of the npm registry; give its name, such as @scope/server or server@1.2.3`,
    }),
  )
})
