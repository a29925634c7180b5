import { describe, expect, test } from 'vitest'
import { download, floating, warningsOf } from './fixtures/warnings-of.js'

describe('a command is a download', () => {
  test.each([
    ['with flags before its verb', 'npm -s exec notes', 'npm', 'notes'],
    ['of a container, with flags before its verb', 'docker --debug run notes', 'docker', 'notes'],
    ['of a script over http', 'deno run http://a.example/notes.ts', 'deno', 'http://a.example/notes.ts'],
    ['of a script over https', 'deno run https://a.example/notes.ts', 'deno', 'https://a.example/notes.ts'],
    ['of a script of JSR', 'deno run -A jsr:@a/notes', 'deno', 'jsr:@a/notes'],
  ])('%s', (_, line, program, name) => {
    expect(warningsOf(line)).toEqual([`${program} ${download}`, floating(name)])
  })

  test('even where it does not say of what', () => {
    expect(warningsOf('npx')).toEqual([`npx ${download}`])
  })

  test.each([
    ['a script whose folder is called like a registry', 'deno run src/jsr:notes'],
    ['a package in a folder that is called like a site', 'go run ./a.example/notes@latest'],
    ['a package of the standard library', 'go run cmd/notes@latest'],
    ['an interpreter that asks for no file', 'deno run'],
    ['a program with flags like those of a downloader', 'node a.js --package notes'],
    ['a program with flags like those of a container', 'node a.js --privileged -v data/docker.sock:x'],
    ['another command of a downloader', 'uv tool list'],
    ['the verb of a downloader in another place', 'npm install exec notes'],
  ])('not of %s', (_, line) => {
    expect(warningsOf(line)).toEqual([])
  })
})

describe('the package is', () => {
  test.each([
    ['the value after =', 'npx --package=notes serve', 'notes'],
    ['the value of the next word', 'uvx --from notes serve', 'notes'],
    ['the value of -p', 'npx -p notes serve', 'notes'],
    ['the value of --spec', 'pipx run --spec notes serve', 'notes'],
    ['the first word where the flag has no value', 'npx notes --package', 'notes'],
    ['the word behind a flag and its value', 'npx --registry r notes', 'notes'],
    ['the word behind a flag without a value', 'npx --no-c notes', 'notes'],
    ['the word behind a flag that holds its value', 'npx --cache-max=0 notes', 'notes'],
    ['the first, not one behind it', 'npx notes --registry r other', 'notes'],
  ])('%s', (_, line, name) => {
    expect(warningsOf(line).slice(1)).toEqual([floating(name)])
  })

  test.each([
    ['the word behind a flag and its value', 'docker run --name x notes'],
    ['the word behind a short flag and its value', 'docker run -m 1g notes'],
    ['the word behind a short flag that holds its value', 'docker run -eA=b notes'],
    ['the word behind a longer flag that ends like one', 'docker run --no-e notes'],
    ['not a published port', 'docker run -p 80:80 notes'],
  ])('the image is %s', (_, line) => {
    expect(warningsOf(line)).toEqual([`docker ${download}`, floating('notes')])
  })

  test.each([
    ['a word that ends like the flag', 'npx notes@1.0.0 up-p other'],
    ['a flag that begins like it', 'npx notes@1.0.0 --from-start other'],
    ['the flag of a container', 'docker run -p 80:80 notes@sha256:00'],
  ])('not the word after %s', (_, line) => {
    expect(warningsOf(line)).toHaveLength(1)
  })
})

describe('a version is fixed', () => {
  test.each([
    ...['npx notes@1.2', 'npx notes@12.34.5', 'go run a.example/notes@v1.2.3', 'uvx notes==2', 'npx ./notes'],
    ...['npx /opt/notes', 'npx C:\\tools\\notes', 'npx .\\notes', 'docker run notes@sha256:00'],
  ])('by %s', (line) => {
    expect(warningsOf(line)).toHaveLength(1)
  })

  test.each(['notes@1', 'notes@next', 'notes@v', '@1.2', 'notes==', 'notes/1.2', '.../notes', 'git+file:\\notes'])(
    'not by %s',
    (name) => {
      expect(warningsOf(`npx ${name}`)).toEqual([`npx ${download}`, floating(name)])
    },
  )
})

describe('a container', () => {
  const image = 'a@sha256:00'

  test.each([
    ...['--network=hostile', '--net none', '--device-read-iops=x'],
    ...['-v /home/ann/:/work', '-v /srv:/', '-v=data:/x', '--mount type=volume,target=/x', '--privileged=false'],
  ])('is warned of as any other with %s', (flags) => {
    expect(warningsOf(`docker run ${flags} ${image}`)).toEqual([`docker ${download}`])
  })

  test.each([
    ...['set--net=host', 'set--net host', '--network-alias host', 'no--device=x'],
    ...['set-v /run/docker.sock', '--volume-x /run/docker.sock', 'set--mount=/run/docker.sock'],
  ])('is warned of as any other with %s for the program in it', (args) => {
    expect(warningsOf(`docker run ${image} ${args}`)).toEqual([`docker ${download}`])
  })

  test.each([
    ['the root, and nothing behind it', '--mount=type=bind,target=/host,source=/', 'type=bind,target=/host,source=/'],
    ['the root, with more behind it', '--mount=source=/,target=/host', 'source=/,target=/host'],
    ['the root first', '--volume=/:/host', '/:/host'],
  ])('gets too much with %s', (_, flag, mount) => {
    expect(warningsOf(`docker run ${flag} ${image}`)).toContain(
      `The container gets a folder that is more than it should need: ${mount}`,
    )
  })

  test('may lack the folder of its last flag', () => {
    expect(warningsOf(`docker run ${image} -v`)).toEqual([`docker ${download}`])
  })
})
