import { expect, test } from 'vitest'
import { secretsOf } from './secrets-of.js'

test.each([
  ['a variable that is named so', { env: { API_KEY: 'k-12345', DEBUG: 'verbose' } }, ['k-12345']],
  ['one that is taken away', { env: { API_KEY: undefined } }, []],
  ['a short one', { env: { TOKEN: 'short' } }, []],
  ['a password in an address', { env: { DATABASE: 'postgres://ada:hunter22@db/x' } }, ['hunter22']],
  ['a query', { args: ['https://a.example/x?api_key=abcdef&page=1000000'] }, ['abcdef']],
  ['an argument after its name', { args: ['server.js', '--token', 'abcdef', 'folder'] }, ['abcdef']],
  ['an argument with its name', { args: ['--access-token=ab=cdef'] }, ['ab=cdef']],
  ['a header', { args: ['mcp-remote', '--header', 'X-Tenant: abc'] }, ['X-Tenant: abc']],
  ['arguments that are none', { args: ['server.js', '--folder', '/home/ada', '--verbose=always'] }, []],
  ['nothing', {}, []],
])('secrets are found in %s', (_, given, secrets) => {
  expect(secretsOf(given)).toEqual(secrets)
})
