// What both language servers answer, in one form.

// Documentation and hovers are a string, an object with a value, or a list.
function plain(content) {
  if (Array.isArray(content)) return content.map(plain).join('\n');
  return typeof content === 'string' ? content : content?.value ?? '';
}

export function hover(found) { return plain(found?.contents); }

export function completion(found) {
  const items = Array.isArray(found) ? found : found?.items ?? [];
  return items.map((item) => ({
    label: item.label,
    insert: item.textEdit?.newText ?? item.insertText ?? item.label,
    documentation: plain(item.documentation),
  }));
}

export function diagnostic(found, fixes) {
  return { range: found.range, severity: found.severity, message: found.message, fixes };
}

// A fix is known by the text that it puts into the document.
export function fix(action) {
  const edits = Object.values(action.edit?.changes ?? {}).flat();
  return edits.map((edit) => edit.newText);
}
