/**
 * The script that the views of these tests begin with: the protocol as a few lines of a page without a library. `start` begins,
 * `request` returns a result or an error, `report` tells the test something, by a log message.
 */
export const viewScript = `
  let lastId = 0
  const waiting = new Map()
  const received = []
  const post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const notify = (method, params = {}) => post({ method, params })
  const request = (method, params = {}) => new Promise((resolve) => {
    lastId += 1
    waiting.set(lastId, resolve)
    post({ id: lastId, method, params })
  })
  addEventListener('message', ({ data }) => {
    if (data.method === undefined) return waiting.get(data.id)?.(data.error ?? data.result)
    if (data.method !== 'ping') received.push(data)
    if (data.id !== undefined && !globalThis.isSilent) post({ id: data.id, result: {} })
  })
  const start = async (appCapabilities = {}) => {
    const appInfo = { name: 'view', version: '1' }
    const result = await request('ui/initialize', { protocolVersion: '2026-01-26', appInfo, appCapabilities })
    notify('ui/notifications/initialized')
    return result
  }
  const report = (data) => notify('notifications/message', { level: 'info', data })
  const attempt = async (action) => {
    try {
      return String(await action())
    } catch (error) {
      return error.name
    }
  }
`

/** A view that starts, and runs this body of an async function. What the body throws is reported, so that no test waits for it. */
export function viewOf(body: string): string {
  return `<!doctype html><title>View</title><body><script>${viewScript}
    ;(async () => { await start(); ${body} })().catch((error) => report(String(error)))</script>`
}
