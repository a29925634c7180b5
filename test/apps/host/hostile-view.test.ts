import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { hasBrowser, openBrowser } from '../../auth/browser.js'
import { bundleProgram } from '../bundle-page.js'
import { eventsOf, type HostGlobals, openHostPage, showView, waitForEvent } from './host-page.js'
import { type Sites, serveSites } from './serve-sites.js'
import { viewOf } from './view-script.js'

describe.skipIf(!hasBrowser)('a hostile view', () => {
  let sites: Sites
  let browser: Browser
  let context: BrowserContext
  let page: Page
  beforeAll(async () => {
    sites = await serveSites(await bundleProgram('host-page'))
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await sites.close()
  })
  beforeEach(async () => {
    context = await browser.newContext()
    page = await openHostPage(context, sites)
  })
  afterEach(async () => {
    await context.close()
  })

  /** Shows a view that runs this, and returns the first thing that it reports. */
  const run = async (body: string, options: object = {}) => {
    await showView(page, { sandboxUrl: sites.sandboxUrl, app: { html: viewOf(body), ...options } })
    return waitForEvent(page, 'log')
  }

  test('reaches no document, cookie or storage, neither of the page nor of its own origin', async () => {
    verifies('APPS-10')
    const attempts = [
      'parent.document.body',
      'top.document.cookie',
      'parent.parent.document.title',
      'top.bridge',
      'parent.location.href',
      'frameElement.outerHTML',
      'document.cookie',
      'localStorage.length',
      'sessionStorage.length',
      'caches.keys()',
      'navigator.serviceWorker.register("/a.js")',
      'new Promise((resolve, reject) => { const open = indexedDB.open("a"); open.onsuccess = resolve; open.onerror = () => reject(open.error) })',
    ]
    const results = await run(`report(await Promise.all([${attempts.map((code) => `attempt(() => ${code})`).join()}]))`)
    const refused = Array(attempts.length).fill('SecurityError')
    refused[5] = 'TypeError' // there is no element that it could see
    expect(results).toEqual(refused)
  })

  test('reaches no address that its csp does not name, by none of the means of a page', async () => {
    verifies('APPS-10', 'APPS-11')
    const url = sites.outsideUrl
    const nodes = [
      `<img src="${url}/img">`,
      `<script src="${url}/script.js"></script>`,
      `<script type="module" src="${url}/module.js"></script>`,
      `<link rel="stylesheet" href="${url}/style">`,
      `<link rel="prefetch" href="${url}/prefetch">`,
      `<link rel="preload" as="image" href="${url}/preload">`,
      `<link rel="modulepreload" href="${url}/modulepreload">`,
      `<link rel="icon" href="${url}/icon">`,
      `<link rel="manifest" href="${url}/manifest">`,
      `<style>@import "${url}/import"; body { background: url(${url}/background) } @font-face { font-family: a; src: url(${url}/font) }</style><p style="font-family: a">a`,
      `<video src="${url}/video" poster="${url}/poster"></video><audio src="${url}/audio"></audio>`,
      `<object data="${url}/object"></object><embed src="${url}/embed">`,
      `<iframe src="${url}/iframe"></iframe>`,
      `<svg><image href="${url}/svg"/><use href="${url}/use#a"/></svg>`,
      `<base href="${url}/base/"><img src="relative">`,
      `<a id="ping" href="#a" ping="${url}/ping">a</a>`,
      `<meta http-equiv="Content-Security-Policy" content="default-src * 'unsafe-inline'; connect-src *">`,
    ].join('')
    await showView(page, {
      sandboxUrl: sites.sandboxUrl,
      app: {
        html: `${viewOf(`
          const url = ${JSON.stringify(url)}
          const socket = (address) => new Promise((resolve, reject) => {
            const socket = new WebSocket(address)
            socket.onopen = resolve
            socket.onerror = () => reject(new TypeError('closed'))
          })
          const results = await Promise.all([
            attempt(() => fetch(url + '/fetch')),
            attempt(() => fetch(url + '/no-cors', { mode: 'no-cors' })),
            attempt(() => new Promise((resolve, reject) => {
              const xhr = new XMLHttpRequest()
              xhr.open('GET', url + '/xhr')
              xhr.onload = resolve
              xhr.onerror = () => reject(new TypeError('failed'))
              xhr.send()
            })),
            attempt(() => socket(url.replace('http', 'ws') + '/socket')),
            attempt(() => import(url + '/import.js')),
            attempt(() => new Promise((resolve, reject) => {
              const source = new EventSource(url + '/events')
              source.onopen = resolve
              source.onerror = () => reject(new TypeError('failed'))
            })),
            attempt(() => new Promise((resolve, reject) => {
              const worker = new Worker(URL.createObjectURL(new Blob(['fetch("' + url + '/worker")'])))
              worker.onerror = () => reject(new TypeError('failed'))
            })),
          ])
          if (document.readyState === 'loading') await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
          navigator.sendBeacon(url + '/beacon', 'a')
          document.querySelector('#ping').click()
          const rules = document.createElement('script')
          rules.type = 'speculationrules'
          rules.textContent = JSON.stringify({ prefetch: [{ urls: [url + '/speculation'], eagerness: 'immediate' }] })
          document.head.append(rules)
          await new Promise((resolve) => setTimeout(resolve, 500))
          report(results)
        `)}${nodes}`,
      },
    })
    expect(await waitForEvent(page, 'log')).toEqual(Array(7).fill('TypeError'))
    expect(sites.outsideRequests).toEqual([])
  })

  test('reaches the addresses that its csp names, for their use', async () => {
    verifies('APPS-10')
    const url = sites.allowedUrl
    const code = `
      const script = document.createElement('script')
      script.src = '${url}/allowed.js'
      await new Promise((resolve) => { script.onload = resolve; document.head.append(script) })
      const fetched = await fetch('${url}/fetched').then((response) => response.text())
      report([fetched, globalThis.fromAllowed])`
    const csp = { connectDomains: [url], resourceDomains: [url] }
    expect(await run(code, { csp })).toEqual(['text', true])
    expect(sites.allowedRequests).toEqual(['/allowed.js', '/fetched'])
    await page.reload()
    await page.waitForFunction(() => 'createAppBridge' in globalThis)
    const other = `report([await attempt(() => fetch('${url}/again')), await attempt(() => import('${url}/again.js'))])`
    expect(await run(other, { csp: { frameDomains: [url] } })).toEqual(['TypeError', 'TypeError'])
    expect(sites.allowedRequests).toEqual(['/allowed.js', '/fetched'])
  })

  test('has frames of the origins that its csp names, and of no others', async () => {
    const code = `
      const show = (src) => new Promise((resolve) => {
        const frame = document.createElement('iframe')
        frame.onload = () => resolve(frames.length)
        frame.src = src
        document.body.append(frame)
      })
      await show('${sites.allowedUrl}/frame')
      await show('${sites.outsideUrl}/frame')
      report('shown')`
    await run(code, { csp: { frameDomains: [sites.allowedUrl] } })
    expect(sites.allowedRequests.at(-1)).toBe('/frame')
    expect(sites.outsideRequests).toEqual([])
  })

  test('cannot widen its policy by what it declares', async () => {
    verifies('APPS-20')
    const connectDomains = [
      '*',
      `${sites.allowedUrl}; connect-src *`,
      `"><script src=${sites.outsideUrl}>`,
      `${sites.outsideUrl} 'self'`,
    ]
    const code = `report(await attempt(() => fetch('${sites.outsideUrl}/declared')))`
    expect(await run(code, { csp: { connectDomains } })).toBe('TypeError')
    const refused = await page.evaluate(() => (globalThis as unknown as HostGlobals).bridge.refusedDomains)
    expect([refused.length, sites.outsideRequests]).toEqual([4, []])
  })

  test.each([
    ['by its location', "location.href = '$/navigated'"],
    [
      'by a form',
      `document.body.innerHTML = '<form action="$/form" method="post"><input name="a">'; document.forms[0].submit()`,
    ],
    [
      'by a form that asks',
      `document.body.innerHTML = '<form action="$/form"><input name="a">'; document.forms[0].requestSubmit()`,
    ],
    ['by a link', "const a = document.createElement('a'); a.href = '$/navigated'; document.body.append(a); a.click()"],
    ['by a refresh', 'document.head.innerHTML = \'<meta http-equiv=refresh content="0; url=$/navigated">\''],
    [
      'to a document of its own making',
      "location.href = URL.createObjectURL(new Blob(['<p>'], { type: 'text/html' }))",
    ],
    ['to an empty document', "location.href = 'about:blank'"],
    ['by loading itself again', 'location.reload()'],
    ['before it has loaded its own', "})(); location.href = '$/early'; (async () => {"],
  ])('that loads another document %s gets none, and is removed', async (_, code) => {
    await showView(page, { sandboxUrl: sites.sandboxUrl, app: { html: viewOf(code.replace('$', sites.outsideUrl)) } })
    expect(await waitForEvent(page, 'end')).toBe('navigated')
    expect([await page.locator('iframe').count(), sites.outsideRequests]).toEqual([0, []])
  })

  test('navigates neither the page nor its sandbox, opens no windows and no dialogs', async () => {
    const results = await run(`
      const results = await Promise.all([
        attempt(() => { top.location = '${sites.outsideUrl}/top' }),
        attempt(() => { parent.location = '${sites.outsideUrl}/parent' }),
        attempt(() => open('${sites.outsideUrl}/popup')),
        attempt(() => alert('hello')),
        attempt(() => confirm('hello')),
        attempt(() => print()),
      ])
      const link = document.createElement('a')
      link.href = '${sites.outsideUrl}/blank'
      link.target = '_blank'
      document.body.append(link)
      link.click()
      const up = document.createElement('a')
      up.href = '${sites.outsideUrl}/up'
      up.target = '_top'
      document.body.append(up)
      up.click()
      await new Promise((resolve) => setTimeout(resolve, 300))
      report(results)`)
    expect(results).toEqual(['SecurityError', 'SecurityError', 'null', 'undefined', 'false', 'undefined'])
    expect([page.url(), context.pages().length, sites.outsideRequests]).toEqual([`${sites.hostUrl}/`, 1, []])
  })

  test('uses no device, unless it asks for it and the host allows it', async () => {
    const code = `report(['camera', 'microphone', 'geolocation', 'clipboard-write'].map((name) => document.featurePolicy.allowsFeature(name)))`
    const permissions = { camera: {}, geolocation: {} }
    expect(await run(code, { permissions })).toEqual([false, false, false, false])
    await page.reload()
    await page.waitForFunction(() => 'createAppBridge' in globalThis)
    const app = { html: viewOf(code), permissions }
    await showView(page, { sandboxUrl: sites.sandboxUrl, app, permissions: { camera: {}, microphone: {} } })
    expect(await waitForEvent(page, 'log')).toEqual([true, false, false, false])
  })

  test('calls no tool that is not for apps, and nothing that the person does not allow', async () => {
    verifies('APPS-09')
    const code = `report(await Promise.all([
      request('tools/call', { name: 'secret' }),
      request('tools/call', { name: 'own' }),
      request('ui/open-link', { url: 'https://a.example' }),
      request('ui/open-link', { url: 'javascript:alert(1)' }),
      request('ui/message', { role: 'user', content: [{ type: 'text', text: 'a' }] }),
    ]).then((answers) => answers.map(({ message }) => message)))`
    expect(await run(code)).toEqual([
      'tools/call: the server has no tool for apps with the name "secret"',
      'Tool call denied by user',
      'Link opening denied by user',
      'Invalid URL: it must be http or https',
      'Message sending denied',
    ])
    expect([await eventsOf(page, 'called'), context.pages().length]).toEqual([[], 1])
  })

  test('cannot speak for the sandbox, past it, or through a frame of its own', async () => {
    verifies('APPS-12')
    const forged = "{ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'forged' } }"
    await run(`
      notify('ui/notifications/sandbox-view-ended', { reason: 'rate' })
      notify('ui/notifications/sandbox-resource-ready', { html: '<p>' })
      top.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-view-ended', params: {} }, '*')
      top.postMessage(${forged}, '*')
      const frame = document.createElement('iframe')
      frame.srcdoc = '<script>for (const w of [parent, parent.parent, top]) w.postMessage(' + JSON.stringify(${forged}) + ', "*")<' + '/script>'
      document.body.append(frame)
      await new Promise((resolve) => { frame.onload = resolve })
      await request('ping')
      report('true')`)
    expect([await eventsOf(page, 'log'), await eventsOf(page, 'end')]).toEqual([['true'], []])
  })

  test('is not spoken for by another frame of the page, not even one of the sandbox', async () => {
    await run("report('true')")
    await page.evaluate(async (src) => {
      const frame = document.createElement('iframe')
      const ready = new Promise((resolve) => addEventListener('message', resolve, { once: true }))
      frame.src = src
      document.body.append(frame)
      await ready
      const html = `<script>top.postMessage({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'other' } }, '*')
        parent.postMessage({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'other' } }, '*')</script>`
      const arrived = new Promise<void>((resolve) => {
        let count = 0
        addEventListener('message', () => {
          count += 1
          if (count === 2) resolve()
        })
      })
      frame.contentWindow?.postMessage({ method: 'ui/notifications/sandbox-resource-ready', params: { html } }, '*')
      await arrived
      const posted = new Promise((resolve) => addEventListener('message', resolve, { once: true }))
      postMessage({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'self' } }, '*')
      await posted
    }, sites.sandboxUrl)
    expect([await eventsOf(page, 'log'), await eventsOf(page, 'end')]).toEqual([['true'], []])
  })

  test('is as large as the limits allow, whatever it asks for', async () => {
    verifies('APPS-16')
    await run(`
      notify('ui/notifications/size-changed', { width: 1e9, height: 1e9 })
      notify('ui/notifications/size-changed', { width: -1, height: Infinity })
      notify('ui/notifications/size-changed', { width: '5px; position: fixed', height: {} })
      report('asked')`)
    const box = await page.locator('iframe').boundingBox()
    const width = await page.evaluate(() => document.body.clientWidth)
    expect([box?.width, box?.height]).toEqual([width, 10_000])
    expect(await eventsOf(page, 'size')).toEqual([{ width: 10_000, height: 10_000 }, { width: 0 }])
  })
})
