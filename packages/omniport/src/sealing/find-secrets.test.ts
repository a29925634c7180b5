import { expect, test } from 'vitest'
import { findSecrets } from './find-secrets.js'

test.each([
  ['a variable that is named so', { env: { API_KEY: 'k-12345', DEBUG: 'verbose' } }, ['k-12345']],
  ['one that is taken away', { env: { API_KEY: undefined } }, []],
  ['a short one', { env: { TOKEN: 'short' } }, []],
  ['a password in an address', { env: { DATABASE: 'postgres://ada:hunter22@db/x' } }, ['hunter22']],
  ['a password with @ in it', { args: ['https://ada:hunter@22-x@db/x?to=a@b'] }, ['hunter', 'hunter@22-x']],
  ['two addresses', { env: { HOSTS: 'a://u:hunter1@h,b://u:hunter2@h' } }, ['hunter1', 'hunter2']],
  ['a fragment', { args: ['https://a.example/x#access_token=abcdef&n=1'] }, ['abcdef']],
  ['an encoded name', { args: ['https://a.example/x?%74ok%65n=abcdef'] }, ['abcdef']],
  ['a query', { args: ['https://a.example/x?api_key=abcdef&page=1000000'] }, ['abcdef']],
  ['an argument after its name', { args: ['server.js', '--token', 'abcdef', 'folder'] }, ['abcdef']],
  ['an argument with its name', { args: ['--access-token=ab=cdef'] }, ['ab=cdef']],
  ['a header', { args: ['mcp-remote', '--header', 'X-Tenant: abc'] }, ['X-Tenant: abc']],
  ['arguments that are none', { args: ['server.js', '--folder', '/home/ada', '--verbose=always'] }, []],
  ['nothing', {}, []],
])('secrets are found in %s', (_, given, secrets) => {
  expect(findSecrets(given)).toEqual(secrets)
})

test('long texts take no long time', () => {
  for (const piece of ['?', '&a', '?=', '://', '://a:', '@', '%41', ':']) {
    for (const start of ['', '://', '://a:', '?']) {
      const before = process.cpuUsage()
      findSecrets({ args: [start + piece.repeat(100_000)] })
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
    }
  }
})
