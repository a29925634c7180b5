import { jwtAuth } from 'omniport/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { type NotesServer, startNotesServer } from './notes-server.js'

const issuer = 'https://login.example.com'
let notes: NotesServer

beforeAll(async () => {
  notes = await startNotesServer((url) => {
    const metadata = { scopes_supported: ['notes:read', 'notes:write', 'offline_access'], resource_name: 'Notes' }
    return jwtAuth({ issuer, audience: url, scopes: ['notes:read'], metadata })
  })
})

afterAll(() => notes.close())

test.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])(
  '%s says what the server is and who gives tokens for it, to everybody',
  async (path) => {
    verifies('AUTH-10', 'AUTH-13', 'AUTH-51')
    const response = await fetch(new URL(path, notes.url))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toEqual({
      resource: notes.url,
      authorization_servers: [issuer],
      scopes_supported: ['notes:read', 'notes:write'],
      bearer_methods_supported: ['header'],
      resource_name: 'Notes',
    })
  },
)
