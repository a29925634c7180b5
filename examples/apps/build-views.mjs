// Makes one HTML file of each view, as hosts want it: dist/views/<name>.html, with its script inside. Of the page of a host it makes
// dist/page/page.html and dist/page/page.js.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'

const sources = new URL('src/', import.meta.url)
const target = new URL('dist/', import.meta.url)

await mkdir(new URL('views/', target), { recursive: true })
for (const name of ['chart', 'form']) {
  const page = await readFile(new URL(`views/${name}.html`, sources), 'utf8')
  const script = `<script type="module">${await bundle(`views/${name}.ts`)}</script>`
  // A function, since `$` in a replacement has a meaning.
  const whole = page.replace(`<script type="module" src="./${name}.ts"></script>`, () => script)
  await writeFile(new URL(`views/${name}.html`, target), whole)
}

await mkdir(new URL('page/', target), { recursive: true })
await copyFile(new URL('page/page.html', sources), new URL('page/page.html', target))
await writeFile(new URL('page/page.js', target), await bundle('page/page.ts'))

async function bundle(path) {
  const { outputFiles } = await build({
    entryPoints: [new URL(path, sources).pathname],
    bundle: true,
    format: 'esm',
    minify: true,
    platform: 'browser',
    write: false,
  })
  return outputFiles[0].text.trim()
}
