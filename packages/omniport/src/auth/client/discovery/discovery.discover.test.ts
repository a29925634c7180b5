import { describe, expect, test } from 'vitest'
import { discover } from './discovery.js'
import { createFakeAuthServices } from './fixtures/create-fake-auth-services.js'
import { atPath, issuer, metadata, oauth, resource, server } from './fixtures/published.js'

describe('a signal that aborts', () => {
  test.each([[atPath], [oauth]])('while %s is asked is the reason of the end', async (url) => {
    const abort = new AbortController()
    const reason = new Error('enough')
    const servers = { ...resource, authorization_servers: [issuer, 'https://other.example'] }
    const services = createFakeAuthServices(server, { [atPath]: servers, [oauth]: metadata })
    services.replies.set(url, () => {
      abort.abort(reason)
      throw new TypeError('aborted')
    })
    await expect(discover(services, undefined, abort.signal)).rejects.toBe(reason)
    expect(services.asked.at(-1)).toBe(url)
  })
})
