import { describe, expect, test } from 'vitest'
import { bearer, examine, issuer, issuerAt, resource, resourceAt } from '../fixtures/sign-in.js'

describe('metadata that are wrong', () => {
  const of = (more: object, other: object = issuer) => ({
    ...bearer,
    documents: { [resourceAt]: { ...resource, ...more }, [issuerAt]: other },
  })
  const must = 'it must be ORIGIN/mcp, or a part of it from the left'

  test.each([
    [{ resource: 'ORIGIN' }, []],
    [{ resource: 'ORIGIN/' }, []],
    [{ resource: 'ORIGIN/other' }, [`problem | its resource is "ORIGIN/other" | ${must}`]],
    [{ resource: 7 }, [`problem | its resource is 7 | ${must}`]],
    [{ resource: undefined }, [`problem | its resource is missing | ${must}`]],
    [
      { authorization_servers: 'x' },
      ['problem | it names no authorization_servers | add the URL of the issuer of tokens'],
    ],
    [
      { authorization_servers: [] },
      ['problem | it names no authorization_servers | add the URL of the issuer of tokens'],
    ],
  ])('of the resource: %j', async (more, findings) => {
    expect((await examine(of(more), 'sign-in')).findings.slice(2, -2)).toEqual(findings)
  })

  const noPkce =
    'problem | it does not say that it has PKCE | add "code_challenge_methods_supported": ["S256"]; clients refuse to go on without'
  const registers = 'ok | clients register at the registration_endpoint'

  test.each([
    [{ issuer: 'ORIGIN/' }, [registers]],
    [
      { issuer: 'https://other.example' },
      ['problem | its issuer is https://other.example | it must be ORIGIN', registers],
    ],
    [
      { authorization_endpoint: undefined },
      ['problem | it has no authorization_endpoint | add it: nobody can sign in', registers],
    ],
    [{ token_endpoint: 7 }, ['problem | it has no token_endpoint | add it: nobody can sign in', registers]],
    [{ code_challenge_methods_supported: ['plain'] }, [noPkce, registers]],
    [{ code_challenge_methods_supported: 'S256' }, [noPkce, registers]],
    [{ client_id_metadata_document_supported: true }, ['ok | clients register by a metadata document']],
    [
      { client_id_metadata_document_supported: true, registration_endpoint: undefined },
      ['ok | clients register by a metadata document'],
    ],
    [
      { registration_endpoint: undefined, client_id_metadata_document_supported: 'yes' },
      [
        'warning | clients cannot register themselves there | put the "clientId" of a registered client into the config entry',
      ],
    ],
  ])('of the authorization server: %j', async (more, findings) => {
    expect((await examine(of({}, { ...issuer, ...more }), 'sign-in')).findings.slice(3)).toEqual(findings)
  })
})
