import { afterEach, describe, expect, test, vi } from 'vitest'
import { LazyAbortController } from '../../async/abort/lazy-abort-controller.js'
import { defaultRuntime } from '../../async/runtime/runtime.js'
import { readText } from '../../async/streams/read-bytes.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { listen } from '../http/fixtures/listen.js'
import { openBrowserLauncher, openSender } from './platform-services.js'
import * as web from './platform-services.web.js'

const limits = { request: 1, stream: 1, answer: 1 }

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Stands in for the global `fetch`, and gives what it was called with. */
function stubFetch() {
  const urls: unknown[] = []
  vi.stubGlobal('fetch', async (url: unknown) => {
    urls.push(url)
    return new Response('over fetch')
  })
  return urls
}

/** The text that a sender gets from `url`. */
async function get(open: typeof openSender, url: string) {
  const sender = await open(limits)
  try {
    const { body } = await sender.send({ method: 'GET', url, headers: {}, abort: new LazyAbortController() })
    return await readText(body, 100)
  } finally {
    await sender.close()
  }
}

describe('on Node', () => {
  test('requests go over connections of their own', async () => {
    const urls = stubFetch()
    const server = await listen((_arrived, response) => response.end('over sockets'))
    expect([await get(openSender, server.url), urls]).toEqual(['over sockets', []])
    await server.close()
  })

  test('there is a browser', async () => {
    expect(await openBrowserLauncher(defaultRuntime)).toMatchObject({ open: expect.any(Function) })
  })
})

describe('elsewhere', () => {
  test('requests go over fetch, and there is no browser', async () => {
    const urls = stubFetch()
    vi.stubGlobal('process', { nextTick: process.nextTick }) // the runner of the tests needs it
    const text = await get(openSender, 'https://a.example/mcp')
    const browser = await openBrowserLauncher(defaultRuntime)
    vi.unstubAllGlobals()
    expect([text, urls, browser]).toEqual(['over fetch', ['https://a.example/mcp'], undefined])
  })

  test('a bundle has nothing but that, and starts no programs', async () => {
    const urls = stubFetch()
    expect([await get(web.openSender, 'https://a.example/mcp'), urls]).toEqual([
      'over fetch',
      ['https://a.example/mcp'],
    ])
    expect(await web.openBrowserLauncher(defaultRuntime)).toBeUndefined()
    await expect(web.startProgram({ command: 'node' } as never, {} as never)).rejects.toThrow(
      new OmniportError(
        'unsupported',
        'connect: "node" cannot be started: browsers and workers start no programs; connect to the URL of a server',
      ),
    )
  })
})
