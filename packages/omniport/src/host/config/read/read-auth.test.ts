// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of config files look like this
import { describe, expect, test } from 'vitest'
import { FieldFault } from '../field-fault.js'
import type { EntryContext } from './entry-context.js'
import { EntryReader } from './entry-reader.js'
import { readAuth } from './read-auth.js'

const context: EntryContext = {
  env: { TOKEN: 't0ken', SPACED: 'a b', SECRET: 's3cret' },
  predefined: new Map(),
  input: async (id) => id,
  resolve: (path) => path,
  readEnvFile: async () => new Map(),
}

function read(value: object, headers: Readonly<Record<string, string>> = {}) {
  const reader = new EntryReader(value, { path: ['s'], style: undefined, scope: context })
  return readAuth(reader, { url: 'http://a/', headers }, context)
}

async function faultOf(value: object, headers?: Readonly<Record<string, string>>): Promise<string> {
  const reason: unknown = await read(value, headers).then(
    () => 'it is valid',
    (error: unknown) => error,
  )
  return reason instanceof FieldFault ? `${reason.path.slice(1).join('.')}:${reason.message}` : String(reason)
}

test.each<[string, object, object | undefined]>([
  ['nothing', {}, undefined],
  ['a token', { bearerToken: 'a' }, { token: 'a' }],
  ['a token with a variable', { bearerToken: '${TOKEN}' }, { token: 't0ken' }],
  ['a token by its variable', { bearerTokenEnv: 'TOKEN' }, { token: 't0ken' }],
  ['a token of Codex', { bearer_token_env_var: 'TOKEN', bearerToken: 'a' }, { token: 't0ken' }],
  ['a token before OAuth', { bearerToken: 'a', oauth: { clientId: 'c' } }, { token: 'a' }],
  ['OAuth', { oauth: true }, {}],
  ['OAuth by its name', { auth: 'oauth' }, {}],
  ['no OAuth', { oauth: false }, undefined],
  ['no OAuth, but a token', { oauth: false, bearerToken: 'a' }, { token: 'a' }],
  ['another kind', { auth: 'basic' }, undefined],
  ['a number', { auth: 5 }, undefined],
  ['OAuth without settings', { oauth: {} }, {}],
  ['OAuth that is not enabled', { oauth: { enabled: false, clientId: 'c' } }, undefined],
  ['OAuth that is enabled', { oauth: { enabled: true, clientId: 'c' } }, { clientId: 'c' }],
  [
    'OAuth with everything',
    {
      auth: {
        ...{ clientId: 'c', clientSecret: '${SECRET}', issuer: 'http://i/', clientMetadataUrl: 'http://m/' },
        ...{ clientName: 'n', scopes: ['a', 'b'], grant: 'client_credentials' },
      },
    },
    {
      ...{ clientId: 'c', clientSecret: 's3cret', issuer: 'http://i/', clientMetadataUrl: 'http://m/' },
      ...{ clientName: 'n', scopes: ['a', 'b'], grant: 'client_credentials' },
    },
  ],
  [
    'OAuth with names of other files',
    {
      oauth: {
        ...{ client_id: 'c', client_secret: 's', client_metadata_url: 'http://m/', client_name: 'n' },
        ...{ scope: ' a  b ', grant_type: 'authorization_code' },
      },
    },
    {
      ...{ clientId: 'c', clientSecret: 's', clientMetadataUrl: 'http://m/', clientName: 'n' },
      ...{ scopes: ['a', 'b'], grant: 'authorization_code' },
    },
  ],
  [
    'a secret by its variable',
    { oauth: { clientId: 'c', clientSecretEnv: 'SECRET' } },
    { clientId: 'c', clientSecret: 's3cret' },
  ],
  [
    'the same in Codex',
    { oauth: { clientId: 'c', client_secret_env: 'SECRET' } },
    { clientId: 'c', clientSecret: 's3cret' },
  ],
  ['a grant by its long name', { oauth: { grantType: 'authorization_code' } }, { grant: 'authorization_code' }],
])('%s', async (_what, value, auth) => {
  expect((await read(value)).auth).toEqual(auth)
})

const both = ': there is an Authorization header too: give one of them'
const visible = ' must be a token of visible ASCII characters'

test.each<[object, string]>([
  [{ bearerToken: 5 }, 'bearerToken: must be a string, got a number'],
  [{ bearerToken: '' }, `bearerToken:${visible}`],
  [{ bearerToken: 'a b' }, `bearerToken:${visible}`],
  [{ bearerToken: 'é' }, `bearerToken:${visible}`],
  [{ bearerTokenEnv: 'SPACED' }, `bearerTokenEnv:${visible}`],
  [{ bearerTokenEnv: 'NONE' }, 'bearerTokenEnv:: the variable NONE is not set'],
  [{ oauth: [] }, 'oauth: must be an object, got a list'],
  [{ oauth: { enabled: 'no' } }, 'oauth.enabled: must be true or false, got a string'],
  [{ oauth: { clientSecret: 's' } }, 'oauth: must have a clientId beside the secret'],
  [{ oauth: { clientSecretEnv: 'SECRET' } }, 'oauth: must have a clientId beside the secret'],
  [{ oauth: { clientSecretEnv: 'NONE' } }, 'oauth.clientSecretEnv:: the variable NONE is not set'],
  [{ oauth: { scopes: 5 } }, 'oauth.scopes: must be a list of strings, got a number'],
  [{ oauth: { grant: 'password' } }, 'oauth.grant: must be "authorization_code" or "client_credentials"'],
  [{ oauth: { grant: 5 } }, 'oauth.grant: must be a string, got a number'],
  [{ oauth: { issuer: {} } }, 'oauth.issuer: must be a string, got an object'],
])('%j is refused', async (value, fault) => {
  expect(await faultOf(value)).toBe(fault)
})

describe('an Authorization header', () => {
  test.each<[object, string]>([
    [{ bearerToken: 'a' }, `bearerToken:${both}`],
    [{ oauth: true }, `oauth:${both}`],
    [{ auth: {} }, `auth:${both}`],
    [{ oauth: false }, 'it is valid'],
    [{}, 'it is valid'],
  ])('beside %j', async (value, fault) => {
    expect(await faultOf(value, { AUTHORIZATION: 'x' })).toBe(fault)
    expect(await faultOf(value, { 'x-authorization': 'x' })).toBe('it is valid')
  })
})

test('fields that are not known stay under the name of the object', async () => {
  expect((await read({ oauth: { x: 1, y: null } })).rest).toEqual({ oauth: { x: 1, y: null } })
  expect((await read({ auth: { enabled: false, x: 1 } })).rest).toEqual({ auth: { x: 1 } })
  expect((await read({ auth: { clientId: 'c' } })).rest).toBeUndefined()
})
