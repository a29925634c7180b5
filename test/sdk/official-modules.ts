import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript6'

/** What a module of a package exports. */
export interface ModuleExports {
  /** Names that are there when it runs: classes, functions, constants. */
  readonly values: readonly string[]
  /** Names for the compiler alone. */
  readonly types: readonly string[]
}

/** The modules of a package in a folder with its `dist/esm`, examples excepted: `client/index`. */
export function modulesOf(folder: string): readonly string[] {
  return readdirSync(join(folder, 'dist/esm'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.d.ts') && !path.startsWith('examples/'))
    .map((path) => path.slice(0, -'.d.ts'.length))
    .sort()
}

/** What modules of a package export, by their declarations. */
export function exportsOf(folder: string, modules: readonly string[]): ReadonlyMap<string, ModuleExports> {
  const files = modules.map((name) => join(folder, 'dist/esm', `${name}.d.ts`))
  const program = ts.createProgram({
    rootNames: files,
    options: { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, skipLibCheck: true },
  })
  const checker = program.getTypeChecker()
  return new Map(
    modules.map((name, index) => {
      const source = program.getSourceFile(files[index] ?? '')
      const symbol = source === undefined ? undefined : checker.getSymbolAtLocation(source)
      const all = symbol === undefined ? [] : checker.getExportsOfModule(symbol)
      const isValue = (each: ts.Symbol): boolean => {
        const target = each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each
        const isErased = each.declarations?.some(ts.isTypeOnlyExportDeclaration) === true
        return !isErased && (target.flags & ts.SymbolFlags.Value) !== 0
      }
      return [
        name,
        {
          values: all
            .filter(isValue)
            .map((each) => each.name)
            .sort(),
          types: all
            .filter((each) => !isValue(each))
            .map((each) => each.name)
            .sort(),
        },
      ]
    }),
  )
}

/** The private members of classes, which programs do not compile with: `Class.member`. */
export function privateMembers(folder: string, modules: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const name of modules) {
    const path = join(folder, 'dist/esm', `${name}.d.ts`)
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
    for (const statement of source.statements.filter(ts.isClassDeclaration)) {
      const hidden = statement.members.filter((member) => {
        return ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private
      })
      for (const member of hidden) found.add(`${statement.name?.text}.${member.name?.getText(source)}`)
    }
  }
  return found
}
