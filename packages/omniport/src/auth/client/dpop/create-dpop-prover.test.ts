import { base64url, calculateJwkThumbprint, decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { createFakeAuthServices, fakeRequest } from '../fixtures/fake-auth-services.js'
import { createFakeAuthorizationServer } from '../fixtures/fake-authorization-server.js'
import type { FakeServerOptions } from '../fixtures/fake-options.js'
import { createTokenSource } from '../grants/create-token-source.js'
import { createDpopProver } from './create-dpop-prover.js'

function bound(options: FakeServerOptions = { dpop: 'bound' }) {
  const server = createFakeAuthorizationServer(options)
  const services = createFakeAuthServices(server, { dpop: true })
  const proofs = () => server.requestsTo('/token').map(({ headers }) => headers.get('dpop') ?? '')
  return { server, services, source: createTokenSource(services), proofs }
}

describe('proofs for the MCP server', () => {
  test('have all that RFC 9449 wants, and nothing private', async () => {
    const { services } = bound()
    services.runtime.advance(12_345)
    const prover = createDpopProver(services)
    const request = { method: 'POST', url: 'https://mcp.example/mcp?a=b#c' }
    const proof = await prover.proof(request, 'token')
    const header = decodeProtectedHeader(proof)
    expect(header).toEqual({
      alg: 'ES256',
      typ: 'dpop+jwt',
      jwk: { kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String) },
    })
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode('token')))
    const key = await importJWK(header.jwk ?? {}, 'ES256')
    const { payload } = await jwtVerify(proof, key, { currentDate: new Date(12_345) })
    expect(payload).toEqual({
      htm: 'POST',
      htu: 'https://mcp.example/mcp',
      iat: 12,
      jti: expect.stringMatching(/^[0-9a-f]{32}$/),
      ath: base64url.encode(hash),
    })
    expect(decodeJwt(await prover.proof(request, 'token')).jti).not.toBe(payload.jti)
  })

  test('carry the nonce that the origin wants, and no other', async () => {
    const prover = createDpopProver(bound().services)
    prover.noteNonce('https://mcp.example/other', 'n1')
    prover.noteNonce('https://mcp.example/mcp', 'n2')
    prover.noteNonce('https://mcp.example/mcp', 'not\na nonce')
    prover.noteNonce('https://mcp.example/mcp', 'x'.repeat(2000))
    const nonceAt = async (url: string) => decodeJwt(await prover.proof({ method: 'GET', url }, 't'))['nonce']
    expect(await nonceAt('https://mcp.example/mcp')).toBe('n2')
    expect(await nonceAt('https://mcp.example:8443/mcp')).toBeUndefined()
    for (let port = 1; port <= 32; port += 1) prover.noteNonce(`https://mcp.example:${port}`, 'n')
    expect(await nonceAt('https://mcp.example/mcp')).toBeUndefined()
    expect(await nonceAt('https://mcp.example:32/')).toBe('n')
  })

  test('carry no nonce that cannot be one', async () => {
    const prover = createDpopProver(bound().services)
    const url = 'https://mcp.example/mcp'
    const nonceOf = async () => decodeJwt(await prover.proof({ method: 'GET', url }, 't'))['nonce']
    const longest = '!#[]~'.padEnd(1_024, 'x')
    prover.noteNonce(url, longest)
    for (const nonce of ['', 'a b', ' a', 'a ', 'a"b', 'a\\b', 'ü', '\x7f', 'x'.repeat(1_025)])
      prover.noteNonce(url, nonce)
    expect(await nonceOf()).toBe(longest)
  })

  test('carry the nonces of 32 origins, of which the one that was noted first is forgotten first', async () => {
    const prover = createDpopProver(bound().services)
    const at = (port: number) => `https://mcp.example:${port}/`
    for (let port = 1; port <= 32; port += 1) prover.noteNonce(at(port), `n${port}`)
    prover.noteNonce(at(1), 'again')
    prover.noteNonce(at(33), 'n33')
    const nonces = [1, 2, 3, 33].map(async (port) =>
      decodeJwt(await prover.proof({ method: 'GET', url: at(port) }, 't')),
    )
    expect((await Promise.all(nonces)).map(({ nonce }) => nonce)).toEqual(['again', undefined, 'n3', 'n33'])
  })

  test('come from one key, also after a restart, and from another one for another server', async () => {
    const { services } = bound()
    const provers = [createDpopProver(services), createDpopProver(services)]
    const other = createDpopProver({ ...services, serverUrl: new URL('https://mcp.example/other') })
    const thumbprint = async (prover: ReturnType<typeof createDpopProver>) =>
      (await prover.handle()).calculateThumbprint()
    const [first, second] = await Promise.all(provers.map(thumbprint))
    expect(second).toBe(first)
    expect(await thumbprint(createDpopProver(services))).toBe(first)
    expect(await thumbprint(other)).not.toBe(first)
    services.store.entries.set(
      [...services.store.entries.keys()][0] ?? '',
      '{"kty":"EC","crv":"P-256","x":"","y":"","d":""}',
    )
    expect(await thumbprint(createDpopProver(services))).not.toBe(first)
  })

  test('a store that fails is asked again', async () => {
    const { services } = bound()
    let isDown = true
    const get = async (key: string) => (isDown ? Promise.reject(new Error('down')) : services.store.get(key))
    const prover = createDpopProver({ ...services, store: { ...services.store, get } })
    await expect(prover.handle()).rejects.toThrow('down')
    isDown = false
    expect(await prover.handle()).toBe(await prover.handle())
  })
})

describe('tokens that are tied to a key', () => {
  test('are asked for with a proof; the code is tied as well', async () => {
    const { server, services, source, proofs } = bound()
    const tokens = await source.obtain(fakeRequest(server))
    expect(tokens.type).toBe('dpop')
    const fresh = await source.refresh(String(tokens.refreshToken), fakeRequest(server))
    expect(fresh?.type).toBe('dpop')
    const [proof = '', next = ''] = proofs()
    const { jwk = {} } = decodeProtectedHeader(proof)
    expect(decodeProtectedHeader(next).jwk).toEqual(jwk)
    expect(decodeJwt(proof)).toMatchObject({ htm: 'POST', htu: 'https://as.example/token' })
    expect(decodeJwt(proof)).toMatchObject({ iat: 0, jti: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(decodeJwt(next).jti).not.toBe(decodeJwt(proof).jti)
    expect(server.requestsTo('/authorize')[0]?.form.get('dpop_jkt')).toBe(await calculateJwkThumbprint(jwk))
    expect(JSON.parse(server.requestsTo('/register')[0]?.body ?? '')).toMatchObject({ dpop_bound_access_tokens: true })
    const proof2 = await services.prover?.proof({ method: 'POST', url: 'https://mcp.example/mcp' }, tokens.accessToken)
    expect(decodeProtectedHeader(proof2 ?? '').jwk).toEqual(jwk)
  })

  test('a nonce that the server wants is given, once asked and then at once', async () => {
    const { server, source, proofs } = bound({ dpop: 'nonce' })
    const tokens = await source.obtain(fakeRequest(server))
    await source.refresh(String(tokens.refreshToken), fakeRequest(server))
    expect(proofs().map((proof) => decodeJwt(proof)['nonce'])).toEqual([undefined, 'server-nonce', 'server-nonce'])
  })

  test('a server that never has enough is asked twice', async () => {
    const reply = { status: 400, body: { error: 'use_dpop_nonce' }, headers: { 'dpop-nonce': 'n' } }
    const { server, source } = bound({ dpop: 'bound', token: () => reply })
    await expect(source.obtain(fakeRequest(server))).rejects.toThrow('use_dpop_nonce')
    expect(server.requestsTo('/token').length).toBe(2)
  })

  test('a server that says it can, and does not, is refused', async () => {
    const { server, source } = bound({ metadata: { dpop_signing_alg_values_supported: ['ES256'] } })
    await expect(source.obtain(fakeRequest(server))).rejects.toMatchObject({
      code: 'unauthorized',
      message: expect.stringContaining('not bound to the key of this client'),
    })
  })

  test('a server that does not say anything may not be able to', async () => {
    const { server, source, proofs } = bound({})
    expect((await source.obtain(fakeRequest(server))).type).toBe('bearer')
    expect(proofs()[0]).not.toBe('')
  })

  test('a server that knows other keys gets no proof', async () => {
    const { server, source, proofs } = bound({ metadata: { dpop_signing_alg_values_supported: ['EdDSA'] } })
    expect((await source.obtain(fakeRequest(server))).type).toBe('bearer')
    expect(proofs()).toEqual([''])
    expect(server.requestsTo('/authorize')[0]?.form.has('dpop_jkt')).toBe(false)
  })
})
