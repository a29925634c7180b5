import { jwtAuth } from 'omniport/auth'
import { type Client, connect, textOf } from 'omniport/client'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { type AuthorizationServer, startAuthorizationServer } from './authorization-server.js'
import { type Asked, answerClient, hasBrowser, openBrowser } from './browser.js'
import { type NotesServer, scopes, startNotesServer } from './notes-server.js'

describe.skipIf(!hasBrowser)('with a real browser', () => {
  let home: AuthorizationServer
  let notes: NotesServer
  let browser: Browser

  beforeAll(async () => {
    home = await startAuthorizationServer()
    notes = await startNotesServer((url) => {
      const metadata = { scopes_supported: scopes }
      return jwtAuth({ issuer: home.issuer, audience: url, scopes: ['notes:read'], metadata })
    })
    home.addResource(notes.url, { scopes })
    browser = await openBrowser()
  })

  afterAll(async () => {
    await browser?.close()
    await notes.close()
    await home.close()
  })

  /** Somebody with a browser that has been nowhere yet. */
  async function openPerson(answers: readonly ('allow' | 'decline')[]) {
    const page: Page = await (await browser.newContext()).newPage()
    const asked: Asked[] = []
    let visit: Promise<void> | undefined
    const go = async (url: string) => {
      await page.goto(url)
      asked.push(await answerClient(page, 'ann', answers[asked.length] ?? 'decline'))
      await page.getByText('You can close this page').waitFor()
    }
    const open = (url: string) => {
      visit = go(url)
      return visit
    }
    return { page, asked, open, visited: () => visit }
  }

  test('a person signs in and agrees, and later agrees to more', async () => {
    verifies('AUTH-11', 'AUTH-15', 'AUTH-26', 'AUTH-29', 'AUTH-31', 'AUTH-47', 'AUTH-48', 'AUTH-52')
    const { asked, open, page, visited } = await openPerson(['allow', 'allow'])
    const client = await connect(notes.url, { name: 'Desk', auth: { open } })
    expect((await client.listTools()).map(({ name }) => name)).toEqual(['whoami', 'read', 'write'])
    expect(textOf(await client.callTool('read', {}))).toBe('ann reads')
    expect(notes.callers.at(-1)).toMatchObject({
      id: 'ann',
      scopes: ['notes:read'],
      claims: { aud: notes.url, iss: home.issuer, sub: 'ann' },
    })
    expect(home.named('registration_create.success')).toMatchObject([
      { params: { client_name: 'Desk', application_type: 'native', token_endpoint_auth_method: 'none' } },
    ])
    const [authorization] = home.named('authorization.success')
    expect(authorization).toMatchObject({ params: { resource: notes.url, code_challenge_method: 'S256' } })
    expect(home.granted('authorization_code')).toMatchObject([{ params: { resource: notes.url } }])
    const back = new URL(String(authorization?.params['redirect_uri']))
    await visited()
    expect(asked).toEqual([{ client: 'Desk', host: back.host, scopes: ['offline_access', 'notes:read'] }])

    expect(textOf(await client.callTool('write', {}))).toBe('ann writes')
    await visited()
    expect(asked.slice(1)).toMatchObject([{ client: 'Desk', scopes: ['notes:write'] }])
    expect(notes.callers.at(-1)?.scopes).toEqual(['notes:read', 'notes:write'])
    expect(textOf(await client.callTool('read', {}))).toBe('ann reads')
    expect(asked.length).toBe(2)
    await client.close()
    await page.context().close()
  })

  test('a person who declines is not asked again, and nothing stays open', async () => {
    const { asked, open, page, visited } = await openPerson(['decline'])
    const connecting: Promise<Client> = connect(notes.url, { auth: { open } })
    await expect(connecting).rejects.toMatchObject({
      code: 'unauthorized',
      message: `No access to ${notes.url}: ${home.issuer} refused: access_denied (The person declined)`,
    })
    await visited()
    expect(asked.length).toBe(1)
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback\?error=access_denied/)
    await expect(fetch(page.url())).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
    await page.context().close()
  })
})
