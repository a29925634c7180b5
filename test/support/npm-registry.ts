import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, realpathSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isAbsolute, join } from 'node:path'
import { root } from './root.js'

/** A registry on this machine, from which npm installs as it does from the public one. */
export interface NpmRegistry {
  readonly url: string
  close(): Promise<void>
}

/**
 * Packs packages of this workspace and its dependencies, or those of absolute paths, into `folder`, and serves them. Whoever opens
 * it closes it.
 */
export async function openNpmRegistry(names: readonly string[], folder: string): Promise<NpmRegistry> {
  const packages = new Map(packAll(names, folder).map((each) => [each.name, each]))
  const http = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1)
    const found = packages.get(path.replace(/\.tgz$/, ''))
    if (found === undefined) response.writeHead(404).end()
    else if (path.endsWith('.tgz')) response.end(found.tarball)
    else response.end(JSON.stringify(toDocument(found, `http://${request.headers.host}/${found.name}.tgz`)))
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`,
    close: async () => {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}

interface ServedPackage {
  readonly name: string
  readonly version: string
  readonly tarball: Buffer
  readonly manifest: object
}

function packAll(names: readonly string[], folder: string): readonly ServedPackage[] {
  const homes = names.map((name) => (isAbsolute(name) ? name : realpathSync(join(root, 'node_modules', name))))
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...homes]
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm pack: ${stderr}`)
  const packed = JSON.parse(stdout) as readonly { name: string; version: string; filename: string }[]
  return packed.map(({ name, version, filename }, index) => {
    const manifest = JSON.parse(readFileSync(join(homes[index] as string, 'package.json'), 'utf8')) as object
    return { name, version, manifest, tarball: readFileSync(join(folder, filename)) }
  })
}

/** The document of a package: what npm asks a registry for before it installs. */
function toDocument({ name, version, manifest, tarball }: ServedPackage, url: string): object {
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const versions = { [version]: { ...manifest, dist: { tarball: url, integrity } } }
  return { name, 'dist-tags': { latest: version }, versions }
}
