import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MachineProvider, type MachineProviderOptions } from './machine-provider.js'

class Own extends MachineProvider {}

let warnings: unknown[][]
beforeEach(() => {
  warnings = []
  vi.spyOn(console, 'warn').mockImplementation((...given) => void warnings.push(given))
})
afterEach(() => {
  vi.restoreAllMocks()
})

const create = (options: Partial<MachineProviderOptions> = {}, secret?: string) =>
  new Own({ clientId: 'c', ...options }, { method: 'own_method', name: 'own', ...(secret !== undefined && { secret }) })

const expectedIssuer = 'https://as.example/'

describe('a provider without a person', () => {
  test('has its client', () => {
    const provider = create({ expectedIssuer }, 's')
    expect(provider.clientInformation()).toStrictEqual({ client_id: 'c', client_secret: 's', issuer: expectedIssuer })
    expect(create({ expectedIssuer }).clientInformation()).toStrictEqual({ client_id: 'c', issuer: expectedIssuer })
    expect(provider.clientMetadata).toStrictEqual({
      ...{ client_name: 'own', redirect_uris: [], grant_types: ['client_credentials'] },
      ...{ token_endpoint_auth_method: 'own_method', scope: undefined },
    })
    expect(create({ expectedIssuer, clientName: 'n', scope: 'a' }).clientMetadata).toMatchObject({
      ...{ client_name: 'n', scope: 'a' },
    })
    expect(provider.redirectUrl).toBeUndefined()
    expect(warnings).toEqual([])
  })

  test('keeps its client and its tokens', () => {
    const provider = create({ expectedIssuer })
    const tokens = { access_token: 't', token_type: 'Bearer' }
    expect(provider.tokens()).toBeUndefined()
    provider.saveTokens(tokens)
    provider.saveClientInformation({ client_id: 'd' })
    expect([provider.tokens(), provider.clientInformation()]).toEqual([tokens, { client_id: 'd' }])
  })

  test.each([
    [undefined, 'grant_type=client_credentials'],
    ['', 'grant_type=client_credentials'],
    ['a b', 'grant_type=client_credentials&scope=a+b'],
  ])('asks for tokens with the scope %j', (scope, expected) => {
    expect(String(create({ expectedIssuer }).prepareTokenRequest(scope))).toBe(expected)
  })

  test('has no flow with a browser', () => {
    const provider = create({ expectedIssuer })
    expect(() => provider.redirectToAuthorization()).toThrow(
      new Error('redirectToAuthorization is not used for client_credentials flow'),
    )
    expect(() => provider.codeVerifier()).toThrow(new Error('codeVerifier is not used for client_credentials flow'))
    expect(provider.saveCodeVerifier()).toBeUndefined()
  })
})

describe('the issuer', () => {
  test('should be named', () => {
    expect(create().clientInformation()).toStrictEqual({ client_id: 'c', issuer: undefined })
    expect(warnings).toEqual([
      [
        "[mcp-sdk] Omitting `expectedIssuer` is deprecated. Without it, the MCP server decides which authorization server receives this client's credentials; pass your authorization server's issuer URL as `expectedIssuer` so they are only sent there.",
      ],
    ])
  })

  test.each([[''], [5], [null]])('is not %j', (issuer) => {
    expect(() => create({ expectedIssuer: issuer as string })).toThrow(
      new Error("expectedIssuer must be the authorization server's issuer URL"),
    )
  })
})
