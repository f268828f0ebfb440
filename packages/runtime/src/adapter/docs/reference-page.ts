/** The page. It has no inline script, so that it works under a strict Content-Security-Policy. */
export function referencePage(version: string): string {
  const asset = (name: string): string => `?file=${name}&amp;v=${version}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
<link rel="icon" href="${asset('favicon-32x32.png')}">
<link rel="stylesheet" href="${asset('swagger-ui.css')}">
</head>
<body>
<div id="reference"></div>
<script src="${asset('swagger-ui-bundle.js')}"></script>
<script src="?file=start.js"></script>
</body>
</html>
`
}

/** Without `validatorUrl`, the page would send the document's address to a validator on the web. */
export const startScript = `const page = SwaggerUIBundle({
  dom_id: '#reference',
  url: '?file=openapi.json',
  deepLinking: true,
  validatorUrl: null,
  onComplete: () => {
    document.title = document.querySelector('.info .title')?.firstChild?.textContent ?? document.title
  },
})
`

/** Loads the document again after each change. */
export const followScript = `new EventSource('?file=changes').onmessage = () => page.specActions.download()
`
