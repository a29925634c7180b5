// Writes docs/reference/api: a page for each entry of the packages, from the docstrings of its exports.
import { readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Application, Comment, CommentTag, ReflectionKind } from 'typedoc'
import { findExamples } from './find-examples.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const output = `${root}/docs/reference/api`

/** The entries of a package, by the names that programs import. */
function entriesOf(folder) {
  const { name, exports } = JSON.parse(readFileSync(`${root}/packages/${folder}/package.json`, 'utf8'))
  return Object.entries(exports).flatMap(([path, { types }]) => {
    if (types === undefined) return []
    const source = types.replace(/^\.\/dist\/types\//, 'src/').replace(/\.d\.ts$/, '.ts')
    return [{ name: name + path.slice(1), source: `${root}/packages/${folder}/${source}` }]
  })
}

export async function makeReference() {
  const entries = ['omniport', 'app', 'redis', 'otel'].flatMap(entriesOf)
  rmSync(output, { recursive: true, force: true })
  const app = await Application.bootstrapWithPlugins({
    entryPoints: entries.map(({ source }) => source),
    tsconfig: `${root}/docs/tsconfig.json`,
    plugin: ['typedoc-plugin-markdown'],
    outputs: [{ name: 'markdown', path: output }],
    router: 'module',
    readme: 'none',
    disableGit: true,
    disableSources: true,
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    skipErrorChecking: true,
    logLevel: 'Warn',
    validation: { notExported: false, invalidLink: true, notDocumented: false },
    entryFileName: 'index',
    hideBreadcrumbs: true,
    hidePageHeader: true,
    hideGroupHeadings: false,
    useCodeBlocks: true,
    expandParameters: false,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    classPropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    pageTitleTemplates: { module: '{name}', index: 'Reference' },
    groupOrder: ['Functions', 'Variables', 'Classes', 'Interfaces', 'Type Aliases', '*'],
    blockTags: ['@param', '@returns', '@throws', '@example', '@defaultValue', '@deprecated', '@typeParam', '@see'],
  })
  const points = app.getEntryPoints() ?? []
  for (const point of points) {
    point.displayName = entries.find(({ source }) => source === point.sourceFile.fileName)?.name ?? point.displayName
  }
  if (points.length !== entries.length) throw new Error('TypeDoc did not find the source of each entry')
  const project = app.converter.convert(points)
  addExamples(project)
  await app.generateOutputs(project)
}

/** Gives each function, class and value a program of the documents that uses it, unless its docstring has one. */
function addExamples(project) {
  const examples = findExamples(root)
  for (const entry of project.children ?? []) {
    for (const child of entry.children ?? []) {
      if (!child.kindOf([ReflectionKind.Function, ReflectionKind.Class, ReflectionKind.Variable])) continue
      const example = examples.get(`${entry.name} ${child.name}`) ?? examples.get(child.name)
      const target = child.signatures?.[0] ?? child
      if (example === undefined || target.comment?.getTag('@example') !== undefined) continue
      target.comment ??= new Comment()
      target.comment.blockTags.push(new CommentTag('@example', toContent(example)))
    }
  }
}

function toContent({ page, code }) {
  return [
    { kind: 'code', text: `\`\`\`ts\n${code}\n\`\`\`` },
    { kind: 'text', text: `\n\nOf [${titleOf(page)}](/${toSitePage(page)})` },
  ]
}

function titleOf(page) {
  const [, title = page] = /^# (.+)$/m.exec(readFileSync(`${root}/${page}`, 'utf8')) ?? []
  return title.replaceAll('`', '')
}

/** The page of the site that shows a document. */
function toSitePage(page) {
  const [, name] = /^packages\/([\w-]+)\//.exec(page) ?? []
  return name === undefined ? page.replace('docs/', '') : `reference/packages/${name}.md`
}
