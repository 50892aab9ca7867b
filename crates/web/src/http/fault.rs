//! Errors as HTTP has them.

use axum::body::Body;
use axum::http::{Response, StatusCode, header};
use axum::response::IntoResponse;
use plylab_service::protocol::{Code, Fault};
use serde_json::json;

/// An error as the answer to a request.
pub(crate) struct HttpFault(pub Fault);

impl From<Fault> for HttpFault {
    fn from(fault: Fault) -> HttpFault {
        HttpFault(fault)
    }
}

impl IntoResponse for HttpFault {
    fn into_response(self) -> Response<Body> {
        let text = json!({ "error": self.0 }).to_string();
        (status(&self.0), [(header::CONTENT_TYPE, "application/json")], text).into_response()
    }
}

/// The HTTP status of the answer.
pub(crate) fn status(fault: &Fault) -> StatusCode {
    match fault.code {
        Code::BadJson | Code::BadRequest | Code::UnknownRequest | Code::BadInput | Code::IllegalMove => {
            StatusCode::BAD_REQUEST
        }
        Code::NoToken => StatusCode::UNAUTHORIZED,
        Code::Forbidden => StatusCode::FORBIDDEN,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::Conflict => StatusCode::CONFLICT,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        Code::Busy | Code::Stopped => StatusCode::SERVICE_UNAVAILABLE,
        Code::NotKept => StatusCode::INSUFFICIENT_STORAGE,
    }
}
