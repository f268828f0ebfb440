import type { SourceExtension } from './template.ts'

/** For a project without a tsconfig. */
export const sampleTsconfig: string = tsconfig({ types: ['node'] })

/** The tsconfig of a project that compiles `src` to `dist`. */
export function tsconfig(more: object): string {
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
    sourceMap: true,
    rootDir: 'src',
    outDir: 'dist',
    ...more,
  }
  return `${JSON.stringify({ compilerOptions, include: ['src'] }, undefined, 2).replace(/\[\s+("[^"]+")\s+\]/g, '[$1]')}\n`
}

/** Beside an existing tsconfig of any purpose: compiles the app for Node. */
export function devTsconfig(extension: SourceExtension): string {
  return `{
  "extends": "./tsconfig.json",
  "compilerOptions": {
    "module": "nodenext",
    "moduleResolution": "nodenext",
    "types": ["node"],
    "rewriteRelativeImportExtensions": true,
    "noEmit": false,
    "sourceMap": true,
    "rootDir": "src",
    "outDir": "dist"
  },
  "include": [],
  "files": ["src/server.${extension}", "src/app.test.${extension}"]
}
`
}
