package resolve

import (
	"testing"

	"github.com/retrygen/retrygen/schema"
)

// TestOperationOf finds the operations of methods as generators of clients name
// them.
func TestOperationOf(t *testing.T) {
	var operations []schema.Operation
	for _, id := range []string{"listBooks", "list_books_of", "get-user-id", "create", "createWithBody", "get /v1/books/{id}"} {
		operations = append(operations, schema.Operation{ID: id})
	}
	for method, want := range map[string]int{
		"ListBooks": 0, "ListBooksWithResponse": 0, "ListBooksOf": 1, "ListBooksOfWithBody": 1, "GetUserID": 2, "GetUserId": 2,
		"Create": 3, "CreateWithFormdataBody": 3, "CreateWithFormdataBodyWithResponse": 3, "CreateWithBody": 4, "CreateWithBodyWithResponse": 4,
		"GetV1BooksId": 5, "GetV1BooksIDWithResponse": 5, "ListBooksToday": -1, "CreateWith": -1, "List": -1,
	} {
		if got := operationOf(operations, method); got != want {
			t.Errorf("%s: %d, want %d", method, got, want)
		}
	}
}
