import { attributeLine, ignoredLines } from '../git-lines.ts'
import type { PackageManager } from './package-manager.ts'
import type { Template, TemplateSetting } from './template.ts'

/** Every file of a new project, by its path. */
export function newProject(
  template: Template,
  { name, manager }: { readonly name: string; readonly manager: PackageManager },
): Readonly<Record<string, string>> {
  const setting: TemplateSetting = { name, manager, extension: 'ts', tsconfig: 'tsconfig.json' }
  const lines = (all: readonly { readonly text: string }[]): string =>
    all.map(({ text }) => `${text}\n`).join('')
  return {
    'package.json': `${JSON.stringify(manifest(template, setting), undefined, 2)}\n`,
    '.gitattributes': lines([attributeLine]),
    '.gitignore': lines(ignoredLines),
    ...manager.files(template.scripted ?? []),
    ...template.files(setting),
  }
}

function manifest(template: Template, setting: TemplateSetting): object {
  const { dependencies, devDependencies, scripted = [] } = template
  return {
    name: setting.name,
    version: '0.1.0',
    private: true,
    type: 'module',
    ...(template.manager === undefined ? { engines: { node: '>=20.19' } } : {}),
    ...setting.manager.members(scripted),
    scripts: template.scripts(setting),
    dependencies,
    devDependencies,
    // Installing swagger-ui-dist would report to Scarf.
    ...('swagger-ui-dist' in devDependencies ? { scarfSettings: { enabled: false } } : {}),
  }
}
