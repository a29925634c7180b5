import { describe, expect, test } from 'vitest'
import { discover } from './discover.js'
import { createFakeHome } from './fixtures/create-fake-home.js'
import { atPath, issuer, metadata, oauth, resource, server } from './fixtures/published.js'

describe('a signal that aborts', () => {
  test.each([[atPath], [oauth]])('while %s is asked is the reason of the end', async (url) => {
    const abort = new AbortController()
    const reason = new Error('enough')
    const servers = { ...resource, authorization_servers: [issuer, 'https://other.example'] }
    const home = createFakeHome(server, { [atPath]: servers, [oauth]: metadata })
    home.pages.set(url, () => {
      abort.abort(reason)
      throw new TypeError('aborted')
    })
    await expect(discover(home, undefined, abort.signal)).rejects.toBe(reason)
    expect(home.asked.at(-1)).toBe(url)
  })
})
