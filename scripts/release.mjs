// Publishes the packages, each with a statement of where it was built (provenance). Without --publish it says what it would do.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { completeManifest, linkDocuments, repositoryOf } from './package-addresses.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const isReal = process.argv.includes('--publish')
const address = repositoryOf(process.env)

/** In the order in which they need each other. */
const packages = readdirSync(`${root}packages`)
  .map((folder) => ({ folder, ...JSON.parse(readFileSync(`${root}packages/${folder}/package.json`, 'utf8')) }))
  .filter(({ private: isPrivate }) => isPrivate !== true)
  .sort((a, b) => Number(b.name === 'omniport') - Number(a.name === 'omniport') || (a.name < b.name ? -1 : 1))

if (isReal) assertReady()
for (const { name, version, folder } of packages) {
  if (isPublished(name, version)) {
    console.log(`${name} ${version} is published`)
    continue
  }
  const args = ['publish', '--workspace', name, '--access', 'public', '--provenance', '--ignore-scripts']
  console.log(`npm ${args.join(' ')}  # ${version}`)
  if (isReal) publish(folder, args)
}

/** Publishes with the addresses of the repository in the manifest and the readme, and leaves both files as they were. */
function publish(folder, args) {
  const files = ['package.json', 'README.md'].map((file) => `${root}packages/${folder}/${file}`)
  const [manifest, readme] = files.map((file) => readFileSync(file, 'utf8'))
  const complete = completeManifest(JSON.parse(manifest), { address, folder })
  writeFileSync(files[0], `${JSON.stringify(complete, undefined, 2)}\n`)
  writeFileSync(files[1], linkDocuments(readme, address))
  const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit' })
  writeFileSync(files[0], manifest)
  writeFileSync(files[1], readme)
  if (status !== 0) stop(`npm ${args.join(' ')} failed`)
}

/** A statement of provenance is signed for a job of a continuous integration that may ask for an identity. */
function assertReady() {
  const { ACTIONS_ID_TOKEN_REQUEST_URL, SIGSTORE_ID_TOKEN } = process.env
  if (ACTIONS_ID_TOKEN_REQUEST_URL === undefined && SIGSTORE_ID_TOKEN === undefined) {
    stop(
      'provenance needs a job with an identity: GitHub Actions with "id-token: write", or GitLab with SIGSTORE_ID_TOKEN',
    )
  }
  if (address === undefined) stop('the address of the repository is not known: set REPOSITORY_URL')
  const changed = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).stdout
  if (changed !== '') stop(`the tree has changes that are not committed:\n${changed}`)
  run('npm', ['run', '-s', 'build'])
  run('npx', ['vitest', 'run', 'test/pack'])
}

function isPublished(name, version) {
  if (!isReal) return false
  const { status, stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'version'], {
    cwd: root,
    encoding: 'utf8',
  })
  return status === 0 && stdout.trim() === version
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) stop(`${command} ${args.join(' ')} failed`)
}

function stop(reason) {
  console.error(`release: ${reason}`)
  process.exit(1)
}
