import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript6'
import { root } from '../support/root.js'

/** What one entry of a package offers. */
export interface Entry {
  /** As a program imports it: `omniport/client`. */
  readonly name: string
  /** The built module, an absolute path. */
  readonly module: string
  readonly exports: readonly Export[]
}

/** One exported name. */
export interface Export {
  readonly name: string
  readonly isType: boolean
  /** What the docstrings of its declaration say; empty without one. */
  readonly docs: string
}

/** The entries of a built package, in the order of its package.json, with their names in alphabetical order. */
export function entries(folder: string): readonly Entry[] {
  const home = `${root}/packages/${folder}`
  const manifest = JSON.parse(readFileSync(`${home}/package.json`, 'utf8')) as {
    name: string
    exports: Record<string, { types: string; default: string } | string>
  }
  const built = Object.entries(manifest.exports).flatMap(([path, target]) => {
    if (typeof target === 'string') return []
    const declaration = join(home, target.types)
    if (!existsSync(declaration)) throw new Error(`${declaration} is missing: npm run build`)
    return [{ name: manifest.name + path.slice(1), module: join(home, target.default), declaration }]
  })
  const program = ts.createProgram({
    rootNames: built.map(({ declaration }) => declaration),
    options: { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, types: [] },
  })
  return built.map(({ name, module, declaration }) => ({ name, module, exports: exportsOf(declaration, program) }))
}

function exportsOf(declaration: string, program: ts.Program): readonly Export[] {
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(declaration)
  const symbol = file === undefined ? undefined : checker.getSymbolAtLocation(file)
  if (symbol === undefined) throw new Error(`${declaration} is not a module`)
  return checker
    .getExportsOfModule(symbol)
    .map((each) => {
      const target = each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each
      const isErased = each.declarations?.some(ts.isTypeOnlyExportDeclaration) === true
      const isType = isErased || (target.flags & ts.SymbolFlags.Value) === 0
      return { name: each.name, isType, docs: ts.displayPartsToString(target.getDocumentationComment(checker)) }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
