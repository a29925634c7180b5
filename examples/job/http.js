// The same server over HTTP, with its tasks in a folder: a report goes on after a restart.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { serveHttp } from 'omniport/node'
import { createFileStores } from 'omniport/store/file'
import { createReports } from './server.js'

const { DATA = './data', PAGE_MS = '1000', PORT = '3000', REPORT = './report' } = process.env

async function writePage(page, signal) {
  await setTimeout(Number(PAGE_MS), undefined, { signal })
  await writeFile(join(REPORT, `${page}.txt`), `Page ${page}\n`)
}

await mkdir(REPORT, { recursive: true })
const stores = await createFileStores(DATA)
const server = createReports(writePage, { stores, secrets: stores.secrets })
const { url, close } = await serveHttp(server, { port: Number(PORT) })
console.log(url)

process.once('SIGTERM', async () => {
  await close()
  await server.close()
  await stores.close()
})
