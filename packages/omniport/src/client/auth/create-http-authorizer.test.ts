import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import '../../auth/client/create-authorizer.js' // it is loaded late, and takes its time
import { createHttpAuthorizer } from './create-http-authorizer.js'

const { signal } = new AbortController()

describe('an authorizer', () => {
  test.each<[string, string | URL]>([
    ['http', 'http://127.0.0.1:1/mcp'],
    ['https', new URL('https://mcp.example/mcp')],
  ])('of an address of %s gives the token that it was given', async (_name, url) => {
    const authorizer = await createHttpAuthorizer(url, { token: 'abc' }, { runtime: new VirtualRuntime() })
    expect(await authorizer.headers({ method: 'POST', url: String(url) }, signal)).toEqual({
      authorization: 'Bearer abc',
    })
  })

  test.each(['ftp://mcp.example/', 'mcp.example', 'https', 'xhttps://mcp.example/'])(
    'is not one of %s',
    async (url) => {
      await expect(createHttpAuthorizer(url, {})).rejects.toThrow(
        new TypeError('url must start with http:// or https://'),
      )
    },
  )

  test('has no other options than those that there are', async () => {
    const options = { onErrors: () => {} } as object
    await expect(createHttpAuthorizer('https://mcp.example/', {}, options)).rejects.toThrow(
      new TypeError(
        'createHttpAuthorizer: there is no option "onErrors"; did you mean "onError"? The options are onError, runtime',
      ),
    )
    await expect(createHttpAuthorizer('https://mcp.example/', { token: 5 as never })).rejects.toThrow(
      new TypeError('auth.token must be a function, or a text of visible ASCII characters'),
    )
  })
})
